/** A key for tests: 32 bytes in base64. */
export const secretKey = Buffer.alloc(32, 'test').toString('base64');
