/** English texts of live pictures: downloaded with the first of them. See app-route.tsx. */
import { liveEn } from './live.en.ts'
import { wallEn } from './wall.en.ts'

export const liveTextsEn = { live: liveEn, wall: wallEn }
