/**
 * The requests of each provider that rings a phone, and where its answers name the message and its receipt. A new provider
 * is one entry here and one in the contract's RINGERS. No I/O, no clock. REACH-01.
 */
import type { RingerPreset } from '@mimamori/contract/alerting/ringer-presets.ts'

/** A message about alarms; `title` and `body` name the kind, room and time, and nobody. */
export type Ring = {
  /** The id of the message, the same at every try. */
  id: string
  address: string
  title: string
  body: string
  /** Read out by a call, which asks for key 1 if `isAlarm`. */
  spoken: string
  language: string
  isUrgent: boolean
  /** A provider that repeats it stops after these seconds. */
  ringsForS: number
  /** It waits for somebody to claim it. */
  isAlarm: boolean
  /** Opens the page with one button; null: nothing can be claimed. */
  link: string | null
  linkLabel: string
  /** Names the call in the provider's reports. */
  callId: string
  /** Where a voice service reports. */
  reportUrl: string
}

/** A message that was sent. */
type Rung = { id: string; address: string; providerId: string | null; callId: string }

/** `body` undefined: none. */
export type RingRequest = {
  path: string
  method?: 'DELETE' | 'GET'
  headers?: Record<string, string>
  body?: object
}

/** `token`: as entered, or got by signing in. `botId`: that of LINE WORKS; elsewhere empty. */
type Access = { token: string; botId: string }

type Preset = {
  ring(message: Ring, access: Access): RingRequest
  /** Takes it from the screen or ends the ringing; null: there is nothing to end. */
  withdraw(sent: Rung, access: Access): RingRequest | null
  /** Tries the provider without ringing; null: it cannot be tried without an address. */
  check(address: string | null, access: Access): RingRequest | null
  /** Reads whether a person has confirmed it; null: this provider has no receipts, or reports them itself. */
  receipt: ((providerId: string, access: Access) => RingRequest) | null
  /** Messages are expected to be confirmed: without a receipt in time they go on the next channel. */
  isConfirmed(message: Pick<Ring, 'isUrgent'>): boolean
  /** The provider's name of the message, in its answer. */
  providerIdOf(answer: Record<string, unknown>): string | null
  /** Whether the answer accepts, although its status does. */
  isAccepted(answer: Record<string, unknown>): boolean
  /** It accepts with an empty answer. */
  answersEmpty?: true
}

const text = (value: unknown) => (typeof value === 'string' && value.length > 0 && value.length <= 200 ? value : null)
const bearer = (token: string): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {})
const RETRY_S = 30

const ntfy: Preset = {
  ring: ({ id, address, title, body, isUrgent, link, linkLabel }, { token }) => ({
    path: '/',
    headers: bearer(token),
    body: {
      topic: address,
      // A repeat replaces the message on the phone, and it can be deleted by this name.
      sequence_id: sequenceOf(id),
      title,
      message: body || title,
      priority: isUrgent ? 5 : 3,
      ...(link && { click: link, actions: [{ action: 'view', label: linkLabel, url: link, clear: true }] }),
    },
  }),
  withdraw: ({ id, address }, { token }) => ({
    path: `/${address}/${sequenceOf(id)}`,
    method: 'DELETE',
    headers: bearer(token),
  }),
  check: (_, { token }) => ({ path: '/v1/health', method: 'GET', headers: bearer(token) }),
  receipt: null,
  isConfirmed: () => false,
  providerIdOf: ({ id }) => text(id),
  isAccepted: ({ healthy }) => healthy !== false,
}

const sequenceOf = (id: string) => id.replaceAll('-', '')

const pushover: Preset = {
  ring: ({ address, title, body, isUrgent, ringsForS, link, linkLabel }, { token }) => ({
    path: '/1/messages.json',
    body: {
      token,
      user: address,
      title,
      message: body || title,
      // Emergency: repeated until somebody confirms it, and through the silent mode where the phone allows it.
      ...(isUrgent ? { priority: 2, retry: RETRY_S, expire: ringsForS } : { priority: 0 }),
      ...(link && { url: link, url_title: linkLabel }),
    },
  }),
  withdraw: ({ providerId }, { token }) =>
    providerId === null ? null : { path: `/1/receipts/${encodeURIComponent(providerId)}/cancel.json`, body: { token } },
  check: (address, { token }) =>
    address === null ? null : { path: '/1/users/validate.json', body: { token, user: address } },
  receipt: (providerId, { token }) => ({
    path: `/1/receipts/${encodeURIComponent(providerId)}.json?token=${encodeURIComponent(token)}`,
    method: 'GET',
  }),
  isConfirmed: ({ isUrgent }) => isUrgent,
  providerIdOf: ({ receipt }) => text(receipt),
  isAccepted: ({ status }) => status === 1,
}

const voice: Preset = {
  ring: ({ address, spoken, language, isAlarm, callId, reportUrl }, { token }) => ({
    path: '',
    // A second request with the same name must not call twice.
    headers: { ...bearer(token), 'idempotency-key': callId },
    body: { action: 'call', to: address, text: spoken, language, key: isAlarm ? '1' : null, callId, reportUrl },
  }),
  withdraw: ({ callId }, { token }) => ({ path: '', headers: bearer(token), body: { action: 'cancel', callId } }),
  check: (_, { token }) => ({ path: '', headers: bearer(token), body: { action: 'check' } }),
  receipt: null,
  isConfirmed: () => true,
  providerIdOf: ({ id }) => text(id),
  isAccepted: () => true,
}

/** Longest text of a message with a button. */
const BUTTON_TEXT_MAX = 300

const lineworks: Preset = {
  ring: ({ address, title, body, link, linkLabel }, { token, botId }) => {
    const words = [title, body].filter(Boolean).join('\n').slice(0, BUTTON_TEXT_MAX)
    const actions = [{ type: 'uri', label: linkLabel, uri: link }]
    return {
      path: `/bots/${botId}/users/${encodeURIComponent(address)}/messages`,
      headers: bearer(token),
      body: {
        content: link ? { type: 'button_template', contentText: words, actions } : { type: 'text', text: words },
      },
    }
  },
  // A bot cannot take a message back.
  withdraw: () => null,
  check: (_, { token, botId }) => ({ path: `/bots/${botId}`, method: 'GET', headers: bearer(token) }),
  receipt: null,
  isConfirmed: () => false,
  providerIdOf: () => null,
  isAccepted: () => true,
  answersEmpty: true,
}

export const PRESETS: Record<RingerPreset, Preset> = { ntfy, pushover, lineworks, voice }
