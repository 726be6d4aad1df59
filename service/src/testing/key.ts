/** The master key of all tests. */
export const TEST_MASTER_KEY = Buffer.alloc(32, 'mimamori tests ')
