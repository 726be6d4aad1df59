/**
 * WebKitGTK, which has the engine of Safari: driven over W3C WebDriver, since Playwright drives a WebKit of its own alone. It
 * draws on a virtual screen, because it cannot run without one.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { findFreePort } from '../../tools/start/mimamori.ts'
import { type ForeignPage, until } from './foreign-page.ts'
import { BASE_URL } from './place.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const SCREEN = '/usr/bin/Xvfb'
const [MINI_BROWSER] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
export const HAS_WEBKIT = [DRIVER, SCREEN, MINI_BROWSER].every((path) => path && existsSync(path))

/** What WebDriver calls an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** A browser of its own, with an empty profile; its page has some 1024 x 730 px. */
export async function openWebKit(): Promise<ForeignPage> {
  const home = mkdtempSync(join(tmpdir(), 'mimamori-webkit-'))
  const screen = await startScreen()
  const port = await findFreePort()
  const driver = spawn(DRIVER, [`--port=${port}`, '--host=local'], {
    env: { ...process.env, DISPLAY: screen.display, HOME: home, XDG_RUNTIME_DIR: home, GDK_BACKEND: 'x11' },
    stdio: 'ignore',
  })
  const end = async () => {
    for (const child of [driver, screen.child]) await stopped(child)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const session = await openSession(`http://127.0.0.1:${port}`)
    return pageOf(session, async () => {
      await session('DELETE', '')
      await end()
    })
  } catch (error) {
    await end()
    throw error
  }
}

type Session = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

async function openSession(address: string): Promise<Session> {
  const browser = { binary: MINI_BROWSER, args: ['--automation'] }
  const body = { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } } }
  await until(() => ask(`${address}/status`, 'GET'))
  const { sessionId } = (await ask(`${address}/session`, 'POST', body)) as { sessionId: string }
  return (method, path, body) => ask(`${address}/session/${sessionId}${path}`, method, body)
}

function pageOf(session: Session, close: () => Promise<void>): ForeignPage {
  const run: ForeignPage['run'] = async (work, ...args) => {
    const script = `return (${work}).apply(null, arguments)`
    return (await session('POST', '/execute/sync', { script, args })) as never
  }
  const find = (selector: string) =>
    until(async () => {
      const found = await session('POST', '/element', { using: 'css selector', value: selector })
      return (found as { [ELEMENT]: string })[ELEMENT]
    })
  return {
    run,
    close,
    goto: async (path) => void (await session('POST', '/url', { url: new URL(path, BASE_URL).href })),
    back: async () => void (await session('POST', '/back', {})),
    type: async (selector, text) => void (await session('POST', `/element/${await find(selector)}/value`, { text })),
    // An element that is just being drawn anew cannot be pressed: it is looked for once more.
    click: (selector) => until(async () => void (await session('POST', `/element/${await find(selector)}/click`, {}))),
    textOf: (selector) =>
      run((css) => [...document.querySelectorAll(css)].map((one) => one.textContent).join('\n'), selector),
  }
}

async function ask(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, body: body && JSON.stringify(body) })
  const { value } = (await answer.json()) as { value: { message?: string } }
  if (!answer.ok) throw new Error(`${method} ${url}: ${value.message}`)
  return value
}

async function startScreen(): Promise<{ child: ChildProcess; display: string }> {
  // It takes a number that is free, and writes it to the fourth channel.
  const child = spawn(SCREEN, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(child.stdio[3] as Readable, 'data')) as [Buffer]
  return { child, display: `:${number.toString().trim()}` }
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
