/** Which sheet the address names: a shift, the day on which it began, a unit. HANDOVER-01. */

export type HandoverSearch = { shift?: string; day?: string; unit?: string }

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const DAY = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toHandoverSearch({ shift, day, unit }: Record<string, unknown>): HandoverSearch {
  const isShift = typeof shift === 'string' && (ID.test(shift) || shift === 'day' || shift === 'night')
  return {
    ...(isShift && { shift }),
    ...(typeof day === 'string' && DAY.test(day) && isDay(day) && { day }),
    ...(typeof unit === 'string' && ID.test(unit) && { unit }),
  }
}

/** No 30 February. */
function isDay(text: string): boolean {
  return new Date(`${text}T00:00Z`).toISOString().startsWith(text)
}

/** The address of a sheet. */
export function searchOf({
  shift,
  day,
  unitId,
}: {
  shift: string
  day: string
  unitId: string | null
}): HandoverSearch {
  return { shift, day, ...(unitId && { unit: unitId }) }
}
