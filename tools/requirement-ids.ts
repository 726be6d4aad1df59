// Finds the ids of requirements: those that docs/requirements.md defines, and those that the titles of tests name.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One line of docs/requirements.md. */
export type Requirement = { id: string; text: string }

/** A requirement's id in the title of a test. */
type NamedRequirement = { id: string; path: string; line: number }

const ID = /\b[A-Z][A-Z0-9]{1,9}-\d{2}\b/g

/** The requirements of the document: its list items that begin with a bold id. */
export function readRequirements(text: string): Requirement[] {
  return [...text.matchAll(/^- \*\*([A-Z][A-Z0-9]*-\d{2})\*\* (.*)$/gm)].map((found) => ({
    id: found[1]!,
    text: found[2]!,
  }))
}

/** The ids in the titles of the tests of one file; `known` are the areas such as ALERT that make a word an id. */
export function idsInTitles(path: string, text: string, areas: Set<string>): NamedRequirement[] {
  const found: NamedRequirement[] = []
  for (const title of text.matchAll(/\b(?:test|it|describe)(?:\.\w+)?(?:\([^'"`]*\))?\(\s*(['"`])(.*?)\1/gs)) {
    const line = text.slice(0, title.index).split('\n').length
    for (const id of title[2]!.match(ID) ?? []) if (areas.has(id.split('-')[0]!)) found.push({ id, path, line })
  }
  return found
}

/** The areas of the requirements: ALERT of ALERT-06. */
export function areasOf(requirements: Requirement[]): Set<string> {
  return new Set(requirements.map((one) => one.id.split('-')[0]!))
}

/** Every id that a test of the checkout names. */
export function readNamedRequirements(root: string, areas: Set<string>): NamedRequirement[] {
  const found: NamedRequirement[] = []
  for (const workspace of ['contract', 'service', 'hub', 'console', 'tools', 'e2e']) {
    for (const entry of readdirSync(join(root, workspace), { recursive: true, withFileTypes: true })) {
      if (!/\.(test|spec)\.tsx?$/.test(entry.name) || entry.parentPath.includes('node_modules')) continue
      const path = join(entry.parentPath, entry.name)
      found.push(...idsInTitles(path.slice(root.length + 1), readFileSync(path, 'utf8'), areas))
    }
  }
  return found
}
