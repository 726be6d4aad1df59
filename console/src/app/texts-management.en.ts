/** English texts of the pages behind "Management": downloaded with the first of them. See app-route.tsx. */
import { scheduleEn } from '#ui/schedule.en.ts'

export const managementEn = {
  schedule: scheduleEn,
}
