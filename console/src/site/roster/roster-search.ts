/** Which month and day the address names. REACH-10. */

export type RosterSearch = { month?: string; day?: string }
/** The day of a person that is changed. */
export type Place = { userId: string; day: string }

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toRosterSearch({ month, day }: Record<string, unknown>): RosterSearch {
  const isDay = typeof day === 'string' && MONTH.test(day.slice(0, 7)) && isDate(day)
  return {
    ...(typeof month === 'string' && MONTH.test(month) && { month }),
    ...(isDay && { day }),
  }
}

/** No 30 February. */
function isDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text
}
