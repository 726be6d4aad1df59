/** Connections to a real broker with a certificate of the home's own authority, and what is retained there. */
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test, vi } from 'vitest'
import { startMosquitto, type TestBroker } from '#testing/servers/mosquitto.ts'
import { connectMqtt, type MqttLine, type MqttMessage } from './mqtt.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function begin(certifiedFor?: string): Promise<TestBroker> {
  const broker = await startMosquitto(certifiedFor)
  ends.push(broker.remove)
  return broker
}
/** As NODE_EXTRA_CA_CERTS does at the start. */
function trust({ caFile }: TestBroker): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, readFileSync(caFile, 'utf8')])
  ends.push(() => setDefaultCACertificates(before))
}
async function connect(url: string, topics: string[] = [], onMessage = (_: MqttMessage) => {}): Promise<MqttLine> {
  const will = { topic: 'here/status', text: 'offline' }
  const line = await connectMqtt({ url, clientId: crypto.randomUUID(), will, topics, onMessage })
  ends.push(() => line.close())
  return line
}

test('REACH-90 a broker over TLS is reached when its authority is trusted', async () => {
  const broker = await begin('127.0.0.1')
  trust(broker)
  expect((await connect(broker.url)).isOpen).toBe(true)
})

test('REACH-90 a certificate of another authority, or for another host, is refused by name', async () => {
  const broker = await begin('127.0.0.1')
  await expect(connect(broker.url)).rejects.toThrow(/certificate of the broker is not trusted.*NODE_EXTRA_CA_CERTS/)
  const other = await begin('broker.example')
  trust(other)
  await expect(connect(other.url)).rejects.toThrow(/certificate of the broker is not trusted.*127\.0\.0\.1/)
})

test('REACH-91 a retained message is marked also while connected, and own ones do not return', async () => {
  const broker = await begin()
  const heard: MqttMessage[] = []
  const line = await connect(broker.url, ['#'], (message) => heard.push(message))
  line.retain('here/state', '1')
  const other = await connect(broker.url)
  other.retain('there/claim', 'PRESS')
  await vi.waitFor(() => expect(heard).toEqual([{ topic: 'there/claim', text: 'PRESS', isRetained: true }]))
})
