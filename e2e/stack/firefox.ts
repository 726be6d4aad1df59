/** Firefox, driven by its own WebDriver BiDi: Playwright only drives its own build of Firefox. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../tools/start/mimamori.ts'
import { type ForeignPage, until } from './foreign-page.ts'
import { BASE_URL } from './place.ts'

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))
export const HAS_FIREFOX = FIREFOX !== undefined

/** No telemetry, no pages of its own; sound and video as after a press. */
const PREFERENCES = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'media.autoplay.default': 0,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.enabled': false,
}

/** A browser of its own, with an empty profile. */
export async function openFirefox(): Promise<ForeignPage> {
  const profile = mkdtempSync(join(tmpdir(), 'mimamori-firefox-'))
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const port = await findFreePort()
  const args = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`]
  const child = spawn(FIREFOX!, args, { stdio: 'ignore', env: { ...process.env, HOME: profile } })
  const end = async () => {
    await stopped(child)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const session = await until(() => openSession(`ws://127.0.0.1:${port}/session`))
    return await pageOf(session, end)
  } catch (error) {
    await end()
    throw error
  }
}

type Send = <T>(method: string, params: object) => Promise<T>
type Answer = { id?: number; result?: unknown; error?: string; message?: string }

async function openSession(address: string): Promise<Send> {
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error(`${address} does not answer`))
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  }
  let last = 0
  const send: Send = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, ({ result, error, message }) => {
        waiting.delete(id)
        if (error) reject(new Error(`${method}: ${message}`))
        else resolve(result as never)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  await send('session.new', { capabilities: {} })
  return send
}

type Evaluated = { type: string; result?: { value?: string }; exceptionDetails?: { text: string } }

async function pageOf(send: Send, end: () => Promise<void>): Promise<ForeignPage> {
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]!.context
  const run: ForeignPage['run'] = async (work, ...args) => {
    // As text both ways: BiDi's own values have types of their own.
    const functionDeclaration = `async (args) => JSON.stringify(await (${work})(...JSON.parse(args)) ?? null)`
    const { result, exceptionDetails } = await send<Evaluated>('script.callFunction', {
      ...{ functionDeclaration, awaitPromise: true, target: { context } },
      arguments: [{ type: 'string', value: JSON.stringify(args) }],
    })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return JSON.parse(result!.value!)
  }
  const find = (selector: string) =>
    until(() =>
      run((css) => {
        const element = document.querySelector(css)
        if (!element) throw new Error(`${css} is not on the page`)
        element.scrollIntoView({ block: 'nearest' })
        const { x, y, width, height } = element.getBoundingClientRect()
        return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
      }, selector),
    )
  const act = (actions: object[]) => send('input.performActions', { context, actions })
  const click = async (selector: string) => {
    const { x, y } = await find(selector)
    const steps = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: steps }])
  }
  return {
    run,
    click,
    close: async () => {
      await send('browser.close', {}).catch(() => undefined)
      await end()
    },
    goto: async (path) => {
      await send('browsingContext.navigate', { context, url: new URL(path, BASE_URL).href, wait: 'complete' })
    },
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    type: async (selector, text) => {
      await click(selector)
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await act([{ type: 'key', id: 'keys', actions: keys }])
    },
    textOf: (selector) =>
      run((css) => [...document.querySelectorAll(css)].map((one) => one.textContent).join('\n'), selector),
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
