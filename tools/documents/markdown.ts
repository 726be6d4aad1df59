// Changes documents while they are rendered: links lead to pages, and measured figures are inserted into the directors' page.
import { join, relative } from 'node:path'
import { fill } from '@mimamori/contract/languages/locales.ts'
import { placeOf } from './pages.ts'

const root = join(import.meta.dirname, '..', '..')

/** The part of markdown-it's token that is used here. */
type Token = {
  type: string
  content: string
  children: Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}
/** `realPath`: file of a page with a different path. */
type Environment = { path: string; realPath?: string }
type State = { src: string; tokens: Token[]; env: Environment }
type Rule = (state: State) => void
export type MarkdownIt = {
  core: { ruler: { push(name: string, rule: Rule): void; before(name: string, own: string, rule: Rule): void } }
  renderer: { rules: Record<string, ((tokens: Token[], index: number) => string) | undefined> }
  utils: { escapeHtml(text: string): string }
}

/** `figures`: measured figures for directors. */
export function changeMarkdown(md: MarkdownIt, figures: Record<string, number>): void {
  md.core.ruler.before('normalize', 'figures', (state) => {
    if (/\/director-[a-z]+\.md$/.test(`/${sourceOf(state)}`)) state.src = fill(state.src, figures)
  })
  md.core.ruler.push('links of the checkout', (state) => {
    for (const token of state.tokens) if (token.children) token.children = withPlaces(token.children, sourceOf(state))
  })
  // Braces are text here, not expressions of Vue.
  md.renderer.rules.text = (tokens, index) =>
    md.utils.escapeHtml(tokens[index]!.content).replaceAll('{{', '&#123;&#123;')
}

function sourceOf({ env }: State): string {
  return relative(root, env.realPath ?? env.path).replaceAll('\\', '/')
}

/** Resolves links to pages; replaces links to other files of the checkout by their text. */
function withPlaces(tokens: Token[], source: string): Token[] {
  const open: (string | null)[] = []
  return tokens.filter((token) => {
    if (token.type === 'link_close') return open.pop() !== null
    if (token.type !== 'link_open') return true
    const href = token.attrGet('href') ?? ''
    const place = /^(?:[a-z]+:|\/\/|#)/.test(href) ? href : placeOf(source, href)
    open.push(place)
    if (place !== null) token.attrSet('href', place)
    return place !== null
  })
}

/** The anchor of a heading's words, as GitHub makes it; the second heading with the same words gets `-1` behind it, which is not done here. */
export function anchorOf(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')
}
