/** Messages between the service worker and the console's windows. */
import type { PushMessage } from '@mimamori/contract/alerting/push-message.ts'
import type { ShellOrder } from '#lib/browser/shell-cache.ts'

/** Answered with `true` on the port that comes with it, when the window has done it. */
export type PushRequest =
  /** Say this in place of a system notification. */
  | { type: 'say'; message: PushMessage }
  /** Lead to this path. */
  | { type: 'open'; path: string }

/** Needs no answer. */
export type PushNews =
  /** A system notification stands on the screen. */
  | { type: 'shown'; isSample: boolean }
  /** The browser gave up the subscription that the service knows. */
  | { type: 'renew' }

/** From a window to the worker. */
export type WorkerOrder =
  /** There is a connection, so send what waits. */
  { type: 'send' } | ShellOrder

/** Where the worker says what became of a message, and answers an alarm: the contract's paths, without all of the contract in the worker. */
export const RECEIPT_PATH = '/api/notification/receipt'
/** Where an alarm is answered. */
export const answerPath = (alertId: string) => `/api/alarm/${encodeURIComponent(alertId)}/answer`
