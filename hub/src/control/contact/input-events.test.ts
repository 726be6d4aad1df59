/** Which events of a camera are about a digital input, and which input. REACH-63. */
import { expect, test } from 'vitest'
import { inputReports } from './input-events.ts'

type Parts = { topic?: unknown; operation?: string; source?: object; state?: object }

function event({ topic = 'tns1:Device/Trigger/DigitalInput', operation = 'Changed', source, state }: Parts = {}) {
  const item = (attributes: object) => ({ simpleItem: { $: attributes } })
  const $ = operation ? { UtcTime: '2026-11-20T01:00:00Z', PropertyOperation: operation } : {}
  const parts = {
    source: item(source ?? { Name: 'InputToken', Value: 'AlarmIn_1' }),
    data: item(state ?? { Name: 'LogicalState', Value: true }),
  }
  return { topic: { _: topic, $: { Dialect: 'x' } }, message: { message: { $, ...parts } } }
}
const reports = (wanted: string, ...events: unknown[]) =>
  inputReports({ notificationMessage: events.length === 1 ? events[0] : events }, wanted)
const tokens = (wanted: string, value: unknown) =>
  reports(wanted, event({ source: { Name: 'InputToken', Value: value } })).length

test('REACH-63 an input is chosen by its token or by the number at its end', () => {
  expect([tokens('', 'x'), tokens('alarmin_1', 'AlarmIn_1'), tokens('1', 'AlarmIn_1'), tokens('0', '00000')]).toEqual([
    ...[1, 1, 1, 1],
  ])
  expect([tokens('2', 'AlarmIn_1'), tokens('AlarmIn', 'AlarmIn_1'), tokens('1', 11), tokens('1', 'x')]).toEqual([
    ...[0, 0, 0, 0],
  ])
})

test('REACH-63 states are read as words, numbers and names of several makers', () => {
  const isOn = (name: string, value: unknown) => reports('', event({ state: { Name: name, Value: value } }))[0]?.isOn
  expect([isOn('LogicalState', true), isOn('State', 1), isOn('state', 'Active'), isOn('Value', 'on')]).toEqual([
    ...[true, true, true, true],
  ])
  expect([isOn('LogicalState', 'false'), isOn('State', 0)]).toEqual([false, false])
  expect([isOn('LogicalState', 'perhaps'), isOn('Temperature', 1)]).toEqual([undefined, undefined])
})

test('REACH-63 a port, which may be an output, counts only when the settings name it', () => {
  const port = event({ topic: 'tns1:Device/tnsaxis:IO/Port', source: { Name: 'port', Value: 1 } })
  expect([reports('', port).length, reports('1', port).length]).toEqual([0, 1])
})

test('REACH-63 events about anything else, and without their parts, are left out', () => {
  const others = ['tns1:VideoSource/MotionAlarm', 'tns1:Device/Trigger/Relay', 'tns1:Device/Trigger/DigitalInput/x', 7]
  expect(reports('', ...others.map((topic) => event({ topic })), event({ operation: 'Deleted' }))).toEqual([])
  const broken = [null, {}, { topic: null, message: 'x' }, { topic: 'tns1:Device/Trigger/DigitalInput' }]
  expect([reports('', ...broken), inputReports(null, ''), inputReports('', '')]).toEqual([[], [], []])
  expect(reports('', event({ source: { Name: 'InputToken', Value: 'x'.repeat(65) } }))).toEqual([])
})

test('REACH-63 reports say whether they are the state at the beginning', () => {
  const operations = ['Initialized', 'Changed', ''].map((operation) => event({ operation }))
  expect(reports('', ...operations).map(({ operation }) => operation)).toEqual(['initialized', 'changed', 'unknown'])
})
