/** English texts of live pictures: downloaded with the first of them. See app-route.tsx. */
import { settingsErrorEn } from '#shared/settings-error.en.ts'
import { liveEn } from './live.en.ts'
import { wallEn } from './wall/wall.en.ts'

export const liveTextsEn = {
  live: liveEn,
  wall: wallEn,
  // The camera's own page shows the live picture and how the hub stands.
  'settings-error': settingsErrorEn,
}
