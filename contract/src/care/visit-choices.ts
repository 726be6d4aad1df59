/** What a care visit may pause, and for how long. No zod here: browsers take it as it is. Requirement ALARM-08. */
import { ALERT_APP_CODES, type AlertAppCode } from '../shared/app-catalogue.ts'

export const VISIT_MINUTES = [10, 30, 60] as const
export type VisitMinutes = (typeof VISIT_MINUTES)[number]

/** A resident may fall beside their carer: falls pause only if somebody explicitly chose that. */
export const VISIT_USUAL_APPS: readonly AlertAppCode[] = ALERT_APP_CODES.filter((code) => code !== 'A005')

/** Time without a second person in the room after which a visit ends. */
export const VISIT_ALONE_MINUTES = 2
