/** Where the worker says what became of a message: the contract's path, without all of the contract in the worker. */
export const RECEIPT_PATH = '/api/notification/receipt'
