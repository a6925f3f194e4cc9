/** Neither of them can another site's form send without asking first. */
export const payrollFileTypes = ['application/xml', 'text/xml', 'application/octet-stream'];
