/** A time of day without its seconds: `02:05`, `02:05 AM`. */
export const toMinute = (clock: string): string => clock.replace(/(\d\d:\d\d):\d\d/, '$1')
