/** Finds what code and style sheets use of the web that the oldest browsers do not have, by MDN's data. */

import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { type CustomAtRules, transform, type Visitor } from 'lightningcss'
import { parseSync } from 'vite'
import { oldestBrowsers } from './browsers.ts'

/** Names of the list as MDN's data has them. */
const MDN_NAMES: Record<string, readonly string[]> = {
  chrome: ['chrome', 'chrome_android'],
  edge: ['edge'],
  firefox: ['firefox', 'firefox_android'],
  safari: ['safari'],
  ios_saf: ['safari_ios'],
  samsung: ['samsunginternet_android'],
}
const oldest = oldestBrowsers.flatMap(({ name, version }) => MDN_NAMES[name]!.map((mdn) => ({ mdn, version })))

type Names = {
  /** `AbortSignal.any`. */
  statics: Set<string>
  /** `requestIdleCallback`, `EyeDropper`. */
  globals: Set<string>
  /** Names of properties that no older object has: `toSorted`, `setAppBadge`. Single words of interfaces are left out: others use them too. */
  members: Set<string>
}
const newer = readNames()

/** All that the script uses and an older browser lacks: `AbortSignal.any`, `.togglePopover`, `for await`. */
export function newerApis(code: string, file: string): string[] {
  const found = new Set<string>()
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  visit(program as unknown as Node, (node) => {
    const name = node.type === 'ForOfStatement' && node.await ? 'for await' : nameOf(node)
    if (name) found.add(name)
  })
  return [...found]
}

/** The same of a style sheet: `:has`, `@starting-style`, `text-wrap`. */
export function newerStyles(code: string, file: string): string[] {
  const found = new Set<string>()
  const note = (kind: 'properties' | 'selectors' | 'at-rules', name: string, shown: string) => {
    const feature = bcd.css[kind]?.[name]
    if (feature && !isInAll(feature)) found.add(shown)
  }
  const visitor: Visitor<CustomAtRules> = {
    // biome-ignore lint/correctness/noComponentHookFactories: the library names its visitors like this
    Rule: ({ type }) => note('at-rules', type, `@${type}`),
    // biome-ignore lint/correctness/noComponentHookFactories: as above
    Declaration: (line) => {
      const name = line.property === 'custom' ? line.value.name : line.property
      note('properties', name, name)
    },
    // biome-ignore lint/correctness/noComponentHookFactories: as above
    Selector: (selector) => {
      for (const part of selector) {
        if (part.type === 'pseudo-class') note('selectors', part.kind, `:${part.kind}`)
      }
    },
  }
  transform({ filename: file, code: Buffer.from(code), errorRecovery: true, visitor })
  return [...found]
}

type Node = { type: string; [key: string]: unknown }

function visit(node: Node, look: (node: Node) => void): void {
  look(node)
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each && typeof each === 'object' && typeof each.type === 'string') visit(each as Node, look)
    }
  }
}

function nameOf(node: Node): string | null {
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const callee = node.callee as Node
    return callee.type === 'Identifier' && newer.globals.has(callee.name as string) ? (callee.name as string) : null
  }
  if (node.type !== 'MemberExpression' || node.computed) return null
  const [object, property] = [node.object as Node, (node.property as Node).name as string]
  const full = object.type === 'Identifier' ? `${object.name}.${property}` : ''
  if (newer.statics.has(full)) return full
  return newer.members.has(property) ? `.${property}` : null
}

function readNames(): Names {
  const names: Names = { statics: new Set(), globals: new Set(), members: new Set() }
  const everywhere = new Set<string>()
  const interfaces = [bcd.api, bcd.javascript.builtins, bcd.javascript.builtins.Intl!]
  for (const [owner, own] of interfaces.flatMap((each) => Object.entries(each as Identifier))) {
    if (!own.__compat) continue
    if (!isInAll(own)) names.globals.add(owner)
    for (const [key, feature] of Object.entries(own)) {
      if (key === '__compat' || !feature.__compat || !/^\w+$/.test(key)) continue
      const name = key.replace(/_static$/, '')
      const isCompound = /[a-z][A-Z]/.test(name)
      if (isInAll(feature)) everywhere.add(name)
      else {
        names.statics.add(`${owner}.${name}`)
        if (isCompound) (owner === 'Window' ? names.globals : names.members).add(name)
      }
    }
  }
  names.members = names.members.difference(everywhere)
  return names
}

function isInAll(feature: Identifier): boolean {
  const support = feature.__compat?.support as Record<string, SimpleSupportStatement | SimpleSupportStatement[]>
  return !support || oldest.every(({ mdn, version }) => [support[mdn]].flat().some((each) => isIn(each, version)))
}

function isIn(support: SimpleSupportStatement | undefined, version: string): boolean {
  if (!support || support.flags || support.alternative_name) return false
  const { version_added: added, version_removed: removed } = support
  // Where a later version replaced it by a better one, it was there all the same.
  if (typeof removed === 'string' && isAtMost(removed, version)) return false
  return typeof added === 'string' && isAtMost(added.replace('≤', ''), version)
}

function isAtMost(one: string, other: string): boolean {
  if (one === 'preview') return false
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)]
  const at = left.findIndex((part, index) => part !== (right[index] ?? 0))
  return at === -1 || left[at]! < (right[at] ?? 0)
}
