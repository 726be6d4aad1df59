/** Where the worker says what became of a message, and answers an alarm: the contract's paths, without all of the contract in the worker. */
export const RECEIPT_PATH = '/api/notification/receipt'
/** Where an alarm is answered. */
export const answerPath = (alertId: string) => `/api/alarm/${encodeURIComponent(alertId)}/answer`
