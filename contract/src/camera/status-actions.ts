/** What people do to the state of several cameras; apart from the lists that every page carries. */
export const STATUS_ACTIONS = ['enable', 'disable', 'activate', 'deactivate'] as const
export type StatusAction = (typeof STATUS_ACTIONS)[number]
