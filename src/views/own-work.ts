/** The log's words where somebody reviewed their own work under two pairs of eyes; the month file prints them. */
export const ownWorkReviewed = 'own work, reviewed after a day: nobody else may';
