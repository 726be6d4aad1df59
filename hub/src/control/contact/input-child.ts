/** The program behind a digital input: receives the events of one camera until its subscription fails. REACH-63. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Cam } from 'onvif'
import { codeOf, failRequest, findServices, type OnvifLogin, openDevice, said } from '../rpc/onvif-camera.ts'
import { type InputReport, inputReports } from './input-events.ts'

export type InputTask = OnvifLogin & { token: string }
/** `reports`: the camera answered, also without any report. `failed` is the last message. */
export type InputMessage =
  | { type: 'subscribed' }
  | { type: 'reports'; reports: InputReport[] }
  | { type: 'failed'; code: ReturnType<typeof codeOf> }

const MESSAGES_MAX = 50
/** Subscriptions end after two minutes, where a camera grants no less, and a request waits one minute for events. */
const RENEW_MS = 40_000
/** A camera that does not answer when it is left forgets the subscription by itself. */
const LEAVE_MS = 1_500
/** Between requests of a camera that answers at once without events. */
const IDLE_MS = 500

const send = (message: InputMessage) => process.send?.(message)
const fail = (thrown: unknown) => send({ type: 'failed', code: codeOf(thrown) })

process.on('uncaughtException', (thrown) => failRequest(thrown) || fail(thrown))
let leave: () => void = () => process.exit()
process.on('disconnect', () => leave())
process.once('message', ({ input }: { input: InputTask }) => void receive(input).catch(fail))

async function receive({ token, ...login }: InputTask): Promise<never> {
  const cam = await openDevice(login)
  await findServices(cam)
  cam.uri ??= {}
  cam.uri.events ??= { path: cam.path } as NonNullable<Cam['uri']>['events']
  await said<unknown>((done) => cam.createPullPointSubscription(done)).catch((thrown) => {
    // The library stumbles over times of day that it cannot read, after it has taken the address.
    const address = cam.events.subscription?.subscriptionReference?.address
    if (typeof address?.path !== 'string') throw thrown
  })
  // Cameras have few subscriptions: one that stays until it ends may refuse the next.
  leave = () => {
    setTimeout(() => process.exit(), LEAVE_MS)
    cam.unsubscribe(() => process.exit())
  }
  send({ type: 'subscribed' })
  const renewMs = renewEveryMs(cam)
  for (let renewedAtMs = performance.now(); ; ) {
    const askedAtMs = performance.now()
    const answer = await said<unknown>((done) => cam.pullMessages({ messageLimit: MESSAGES_MAX }, done))
    if (typeof answer !== 'object' || answer === null) throw new Error('an answer without its part')
    send({ type: 'reports', reports: inputReports(answer, token) })
    const isIdle = !('notificationMessage' in answer) && performance.now() - askedAtMs < IDLE_MS
    if (isIdle) await wait(IDLE_MS)
    if (performance.now() - renewedAtMs < renewMs) continue
    // Some cameras prolong a subscription with each request instead; the next request shows whether it is over.
    await said<unknown>((done) => cam.renew(done)).catch(() => {})
    renewedAtMs = performance.now()
  }
}

function renewEveryMs(cam: Cam): number {
  const { currentTime, terminationTime } = cam.events.subscription ?? {}
  const grantedMs = Number(terminationTime) - Number(currentTime)
  return grantedMs > 0 ? Math.min(RENEW_MS, grantedMs / 2) : RENEW_MS
}
