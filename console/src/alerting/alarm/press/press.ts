/** What somebody pressed on an alarm, until the service has answered it. ALARM-02. */
import type { AlarmAnswer, ChangedAlarms, OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import type { AlarmAction, AlarmOutcome, AnswerSource } from '@mimamori/contract/shared/alarm-state.ts'
import type { Standing } from '../alarm-order.ts'

/** What a button is about. `members`: all alarms of the room, the pressed one among them. */
export type Target = {
  alertId: string
  room: string
  about: string
  alarm: Standing
  members: readonly Pick<OpenAlarm, 'alertId' | 'activity' | 'isPossible' | 'kindName'>[]
}

/** What a button asks for. */
/** `isAlone`: ends this alarm, not the others of its room. */
export type Wanted = { action: AlarmAction; outcome?: AlarmOutcome; note?: string; isAlone?: boolean; proof?: string }

export type Press = Wanted & {
  requestId: string
  alertId: string
  /** The press is about all alarms of this room; `seenIds`: those that were on screen. NIGHT-01. */
  room: string
  seenIds: readonly string[]
  source: AnswerSource
  /** At a shared station: the person who answers. */
  byUserId?: string
  /** By the service's clock, as far as this device knew it. */
  pressedAtMs: number
  /** Whose press it is: nobody else on this device sends it. */
  userId: string
  siteId: string
  /** What it is about, in the words of the button's page: `Fall · Room 203`. */
  about: string
  /** It could not be sent at once. */
  hasWaited: boolean
  /** The browser refuses to store it: it is lost with its page. */
  isUnsaved?: boolean
}

/** What became of a press that is not waiting any more. */
export type Ended =
  | { press: Press; as: 'answered'; alarms: ChangedAlarms['records'] }
  /** `key` names the service's reason. */
  | { press: Press; as: 'refused'; key: string; message: string }
  | { press: Press; as: 'too-old' }

/** As the service takes it; when it was pressed is said only of one that waited. */
export function bodyOf({ action, outcome, note, isAlone, proof, ...press }: Press): AlarmAnswer {
  const common = {
    requestId: press.requestId,
    source: press.source,
    seenIds: [...press.seenIds],
    ...(press.byUserId && { byUserId: press.byUserId }),
    ...(press.hasWaited && { pressedAt: new Date(press.pressedAtMs).toISOString() }),
  }
  const words = note ? { note } : {}
  if (action === 'resolve') {
    const ending = { outcome: outcome ?? 'other', ...words, ...(isAlone && { isAlone }), ...(proof && { proof }) }
    return { action, ...common, ...ending }
  }
  if (action === 'give-back') return { action, ...common, ...words }
  return { action, ...common }
}

export function isPress(value: unknown): value is Press {
  const { requestId, alertId, room, action, pressedAtMs, userId, siteId } = (value ?? {}) as Partial<Press>
  const texts = [requestId, alertId, room, action, userId, siteId]
  return texts.every((text) => typeof text === 'string') && typeof pressedAtMs === 'number'
}
