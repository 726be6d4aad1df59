/** One connection to an MQTT broker. It ends for good when it is lost: nothing old is sent on the next one. REACH-90 */
import { connectAsync } from 'mqtt'

/** Longest time until the broker accepts it. */
const CONNECT_MS = 10_000
/** A broker that is silent for one and a half of it is lost. */
const KEEP_ALIVE_S = 15

/** `isRetained`: published with the retain flag, or held by the broker from before. */
export type MqttMessage = { topic: string; text: string; isRetained: boolean }
export type MqttLine = {
  readonly isOpen: boolean
  /** The broker keeps it for new listeners; empty: it forgets the topic. */
  retain(topic: string, text: string): void
  /** Ends it; the broker does not publish the will then. */
  close(): Promise<void>
}
type Options = {
  url: string
  /** A broker cuts the earlier connection of the same name. */
  clientId: string
  will: { topic: string; text: string }
  topics: readonly string[]
  onMessage(message: MqttMessage): void
}

/** Connects and subscribes once. Rejects when the broker is not reached, refuses, or has a certificate that is not trusted. */
export async function connectMqtt({ url, clientId, will, topics, onMessage }: Options): Promise<MqttLine> {
  const { protocol, hostname, port, username, password } = new URL(url)
  const address = `${protocol}//${hostname}${port && `:${port}`}`
  const login = username ? { username: decodeURIComponent(username), password: decodeURIComponent(password) } : {}
  const client = await connectAsync(
    address,
    {
      ...{
        protocolVersion: 5,
        clientId,
        ...login,
        clean: true,
        reconnectPeriod: 0,
        connectTimeout: CONNECT_MS,
        keepalive: KEEP_ALIVE_S,
      },
      will: { topic: will.topic, payload: Buffer.from(will.text), qos: 1, retain: true },
    },
    false,
  ).catch(refuse)
  // Its end follows, which the owner looks for.
  client.on('error', () => {})
  client.on('message', (topic, payload, { retain }) =>
    onMessage({ topic, text: payload.toString('utf8'), isRetained: retain }),
  )
  client.subscribe([...topics], { qos: 1, rap: true, nl: true })
  return {
    get isOpen() {
      return client.connected
    },
    // An answer of the broker would only let old values be sent again.
    retain: (topic, text) => void client.publish(topic, text, { qos: 0, retain: true }),
    close: () => client.endAsync(),
  }
}

/** OpenSSL's and Node's codes for a certificate of an unknown authority, another name or another time. */
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/

function refuse(error: NodeJS.ErrnoException): never {
  if (!UNTRUSTED.test(error.code ?? '')) throw error
  throw new Error(
    `The certificate of the broker is not trusted (NODE_EXTRA_CA_CERTS names authorities): ${error.message}`,
  )
}
