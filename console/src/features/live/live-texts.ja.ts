/** Japanese texts of live pictures. */
import { liveJa } from './live.ja.ts'
import { wallJa } from './wall.ja.ts'

export const liveTextsJa = { live: liveJa, wall: wallJa }
