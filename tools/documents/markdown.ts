// What the site changes of a document while it is drawn: links lead to pages, and the figures of a director's page are filled in.
import { join, relative } from 'node:path'
import { fill } from '@mimamori/contract/languages/fill.ts'
import { placeOf } from './pages.ts'

const root = join(import.meta.dirname, '..', '..')

/** Of markdown-it, as far as it is used here. */
type Token = {
  type: string
  content: string
  children: Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}
/** `realPath`: of a page with another path than its file. */
type Environment = { path: string; realPath?: string }
type State = { src: string; tokens: Token[]; env: Environment }
type Rule = (state: State) => void
export type MarkdownIt = {
  core: { ruler: { push(name: string, rule: Rule): void; before(name: string, own: string, rule: Rule): void } }
  renderer: { rules: Record<string, ((tokens: Token[], index: number) => string) | undefined> }
  utils: { escapeHtml(text: string): string }
}

/** `figures`: what directors are shown of the measurement. */
export function changeMarkdown(md: MarkdownIt, figures: Record<string, number>): void {
  md.core.ruler.before('normalize', 'figures', (state) => {
    if (/\/director-[a-z]+\.md$/.test(`/${sourceOf(state)}`)) state.src = fill(state.src, figures)
  })
  md.core.ruler.push('links of the checkout', (state) => {
    for (const token of state.tokens) if (token.children) token.children = withPlaces(token.children, sourceOf(state))
  })
  // Braces are words here, and no expressions of Vue.
  md.renderer.rules.text = (tokens, index) =>
    md.utils.escapeHtml(tokens[index]!.content).replaceAll('{{', '&#123;&#123;')
}

function sourceOf({ env }: State): string {
  return relative(root, env.realPath ?? env.path).replaceAll('\\', '/')
}

/** Links to pages lead to them; of those to other files of the checkout the words are left. */
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
