/** Digital inputs in the events of a camera, as the ONVIF library reads them. Requirement REACH-63. */

/** `isOn`: the state that the camera reports, however its contact rests. */
export type InputReport = {
  token: string
  isOn: boolean
  /** `initialized`: the state at the beginning of a subscription. `unknown`: the camera does not say. */
  operation: 'initialized' | 'changed' | 'unknown'
}

type Element = Record<string, unknown>

/** Without the prefixes of name spaces, which differ by maker. */
const TOPIC = /^Device\/(Trigger\/(DigitalInput|AlarmIn)|IO\/(Port|DigitalInput))$/i
/** Makers report their outputs under this topic too: only an input that the settings name counts. */
const MIXED_TOPIC = /^Device\/IO\/Port$/i
const SOURCE = /token|port|input/i
const STATE = /^(logical)?state$|^(active|value)$/i
const TOKEN_MAX = 64

/** The reports of one answer, in order; events about anything else are left out. `wanted`: the token of the settings. */
export function inputReports(answer: unknown, wanted: string): InputReport[] {
  return children(answer, 'notificationMessage').flatMap((event) => reportOf(event, wanted) ?? [])
}

function reportOf(event: Element, wanted: string): InputReport | null {
  const topic = topicOf(event)
  if (!TOPIC.test(topic) || (MIXED_TOPIC.test(topic) && wanted === '')) return null
  const message = children(children(event, 'message')[0], 'message')[0]
  const attributes = (message?.$ ?? {}) as Element
  const operation = String(attributes.PropertyOperation ?? '').toLowerCase()
  if (!message || operation === 'deleted') return null
  const sources = itemsOf(message, 'source')
  const token = (sources.find(({ name }) => SOURCE.test(name)) ?? sources[0])?.value ?? ''
  const isOn = stateOf(itemsOf(message, 'data').find(({ name }) => STATE.test(name))?.value)
  if (isOn === null || token.length > TOKEN_MAX || !isWanted(token, wanted)) return null
  const isNamed = operation === 'initialized' || operation === 'changed'
  return { token, isOn, operation: isNamed ? operation : 'unknown' }
}

/** By the whole token, or by the number at its end: `AlarmIn_1` is input 1. */
function isWanted(token: string, wanted: string): boolean {
  if (wanted === '' || token.toLowerCase() === wanted.toLowerCase()) return true
  const number = /\d+$/.exec(token)?.[0]
  return number !== undefined && /^\d+$/.test(wanted) && Number(number) === Number(wanted)
}

function stateOf(value: string | undefined): boolean | null {
  if (/^(true|1|active|on)$/i.test(value ?? '')) return true
  return /^(false|0|inactive|off)$/i.test(value ?? '') ? false : null
}

function topicOf({ topic }: Element): string {
  const text = typeof topic === 'object' && topic !== null ? (topic as Element)._ : topic
  return String(text ?? '')
    .trim()
    .replaceAll(/[\w.-]+:/g, '')
}

function itemsOf(message: Element, part: 'source' | 'data'): { name: string; value: string }[] {
  return children(children(message, part)[0], 'simpleItem').map(({ $ }) => {
    const { Name = '', Value = '' } = ($ ?? {}) as Element
    return { name: String(Name), value: String(Value).trim() }
  })
}

/** The library gives one element as it is, and several as a list. */
function children(element: unknown, name: string): Element[] {
  if (typeof element !== 'object' || element === null) return []
  return [(element as Element)[name]].flat().filter((one): one is Element => typeof one === 'object' && one !== null)
}
