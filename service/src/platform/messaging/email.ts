/** Formats an e-mail as plain text and as simple HTML. Every value is treated as text. */

import type { Locale } from '@mimamori/contract/languages/locales.ts'

/** The text of an e-mail, in its reader's language. */
export type EmailText = {
  subject: string
  greeting: string
  paragraphs: readonly string[]
  /** Shown large, on its own line. */
  code?: string
  link?: { label: string; href: string }
  /** Shown smaller, at the end. */
  notes: readonly string[]
}
type Laid = { subject: string; text: string; html: string }

const LONGEST_SUBJECT = 200
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** Converts to one line: a name with a line break must not begin a header or a paragraph. */
export function oneLine(text: string): string {
  return text.replace(BREAKS, ' ').trim()
}

/** Both forms of an e-mail. */
export function layOut(email: EmailText, locale: Locale): Laid {
  const subject = oneLine(email.subject).slice(0, LONGEST_SUBJECT)
  return { subject, text: plain(email), html: `<!doctype html>${page({ ...email, subject }, locale).source}` }
}

function plain({ greeting, paragraphs, code, link, notes }: EmailText): string {
  const parts = [
    greeting,
    ...paragraphs,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(link ? [`${link.label}\n${link.href}`] : []),
    ...notes,
    '-- \nMimamori',
  ]
  return `${parts.join('\n\n')}\n`
}

/** HTML created by `html`: values are escaped unless they are Html themselves. */
class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const sourceOf = (value: string | Html | readonly Html[]): string => {
    if (value instanceof Html) return value.source
    if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
    return value.map(sourceOf).join('')
  }
  return new Html(parts.reduce((all, part, at) => all + part + (at < values.length ? sourceOf(values[at]!) : ''), ''))
}

const FONT = "font-family:-apple-system,'Segoe UI','Hiragino Sans','Noto Sans JP',Meiryo,sans-serif"
const BODY = `margin:0;padding:24px;background:#f4f6fa;color:#1c2536;${FONT};font-size:15px;line-height:1.6`
const CARD = 'max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dfe4ec;border-radius:12px'
const CODE = 'margin:24px 0;font-size:28px;font-weight:600;letter-spacing:6px;font-variant-numeric:tabular-nums'
const BUTTON = `display:inline-block;padding:12px 20px;border-radius:8px;background:#1f5fc4;color:#ffffff;text-decoration:none`
const SMALL = 'margin:8px 0 0;color:#5a667a;font-size:13px'

function page({ subject, greeting, paragraphs, code, link, notes }: EmailText, locale: Locale): Html {
  return html`<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${subject}</title></head><body style="${BODY}"><div style="${CARD}">
<p style="margin:0 0 16px;font-weight:600">Mimamori</p><p>${greeting}</p>
${paragraphs.map((each) => html`<p>${each}</p>`)}
${code === undefined ? '' : html`<p style="${CODE}">${code}</p>`}
${link ? html`<p style="margin:24px 0"><a style="${BUTTON}" href="${link.href}">${link.label}</a></p>` : ''}
${link ? html`<p style="${SMALL};word-break:break-all">${link.href}</p>` : ''}
${notes.map((each) => html`<p style="${SMALL}">${each}</p>`)}
</div></body></html>`
}
