/** The ministry's form on A4: sections on the left, items beside them, boxes for every option. Requirement REPORT-05. */
import { AUTHORITY_LOCALE } from '@mimamori/contract/languages/locales.ts'
import { PdfDocument } from '#platform/files/pdf-document.ts'
import { drawForm } from '#platform/files/pdf-form.ts'
import type { PaperForm } from './accident.paper.ts'

export async function drawAccident({ title, remarks, head, rows, foot, madeAt }: PaperForm): Promise<Buffer> {
  const pdf = new PdfDocument({ title, author: 'Mimamori', language: AUTHORITY_LOCALE, createdAt: new Date(madeAt) })
  pdf.heading(1, title)
  for (const remark of remarks) pdf.paragraph(remark)
  if (head.length > 0)
    pdf.heading(3, head.map(({ label, text, options }) => (options ? text : `${label}：${text}`)).join('　　'))
  pdf.part((sheet) => drawForm(sheet, rows))
  return pdf.finish(foot)
}
