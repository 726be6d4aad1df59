/** Choices of webhook targets, as plain lists from which the schemas are built. REACH-55. */
import { ACTIVITIES, SIGNAL } from '../shared/app-catalogue.ts'

/** What a target may ask for. */
export const WEBHOOK_EVENTS = [
  'alert.raised',
  'alarm.claimed',
  'alarm.arrived',
  'alarm.ended',
  'alarm.reopened',
  'alarm.escalated',
  'camera.offline',
  'camera.online',
  'coverage.lost',
  'coverage.restored',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number] | 'test'

/** `json` is our own body; the others are what these messengers read. */
export const WEBHOOK_TEMPLATES = ['json', 'teams', 'slack', 'mattermost'] as const
export type WebhookTemplate = (typeof WEBHOOK_TEMPLATES)[number]

/** Kinds of alerts that a target may ask for; signals have a switch of their own. */
export const WEBHOOK_KINDS = ACTIVITIES.filter((one) => one !== SIGNAL) as Exclude<
  (typeof ACTIVITIES)[number],
  typeof SIGNAL
>[]

/** Targets of one organization or site. */
export const WEBHOOKS_MAX = 10
export const WEBHOOK_MINUTE = { least: 1, most: 120 } as const
/** A delivery is tried for this long. */
export const WEBHOOK_TRIED_HOURS = 24
/** Deliveries that wait for one target at most; further ones fail. */
export const WEBHOOK_WAITING_MAX = 1_000
/** The longest part of an answer that is stored, in characters. */
export const WEBHOOK_ANSWER_MAX = 500
/** The deliveries that the log shows. */
export const WEBHOOK_LOG_MAX = 100

/** Why a delivery failed, beside the reasons of any call to a customer's system. */
export const WEBHOOK_REASONS = ['gone', 'expired', 'paused', 'overflow', 'loop'] as const
