/** The window's side of the service worker: says what it is asked to say, goes where it is led. */
import type { PushMessage } from '@mimamori/contract/alerting/push-message.ts'
import type { PushNews, PushRequest, WorkerOrder } from './push-request.ts'

type Acts = {
  say: (message: PushMessage) => void
  open: (path: string) => void
  renew: () => void
}

/** Until the answered function is called. What cannot be done is not answered, and the worker does it by itself. */
export function followPushWorker(acts: Acts): () => void {
  return onWorkerMessage((asked, port) => {
    if (asked.type === 'say') acts.say(asked.message)
    else if (asked.type === 'open') acts.open(asked.path)
    else if (asked.type === 'renew') acts.renew()
    port?.postMessage(true)
  })
}

/** Calls whenever the system shows a test message. */
export function onSampleShown(listener: () => void): () => void {
  return onWorkerMessage((news) => {
    if (news.type === 'shown' && news.isSample) listener()
  })
}

function onWorkerMessage(act: (message: PushRequest | PushNews, port: MessagePort | undefined) => void): () => void {
  const workers = navigator.serviceWorker
  if (!workers) return () => undefined
  const follow = ({ data, ports }: MessageEvent<PushRequest | PushNews>) => act(data, ports[0])
  workers.addEventListener('message', follow)
  workers.startMessages()
  return () => workers.removeEventListener('message', follow)
}

/** Presses in notifications that wait are sent now; at the start of a page, and when the connection is back. */
export function sendWorkerPresses(): void {
  const order: WorkerOrder = { type: 'send' }
  navigator.serviceWorker?.controller?.postMessage(order)
}
