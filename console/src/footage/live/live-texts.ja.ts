/** Japanese texts of live pictures. */
import { settingsErrorJa } from '#shared/settings-error.ja.ts'
import { liveJa } from './live.ja.ts'
import { wallJa } from './wall/wall.ja.ts'

export const liveTextsJa = {
  live: liveJa,
  wall: wallJa,
  // The camera's own page shows the live picture and how the hub stands.
  'settings-error': settingsErrorJa,
}
