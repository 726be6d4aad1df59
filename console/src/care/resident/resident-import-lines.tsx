/** The lines of the file, with the service's errors in words at each of them. RESIDENT-01. */
import type { residentEndpoints } from '@mimamori/contract/care/resident.ts'
import type { ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import { useTranslation } from 'react-i18next'
import { useFieldError } from '#ui/form/field/text-field.tsx'
import css from './resident.module.css'
import { FIELDS, type Field, type Line } from './resident-csv.ts'

type Answer = ResultOf<(typeof residentEndpoints)['resident.import']>['lines'][number]
type Props = { lines: readonly Line[]; numbers: readonly number[]; answers: readonly Answer[] }

export function ImportLines({ lines, numbers, answers }: Props) {
  const { t } = useTranslation('resident')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what scrolls
    <section className={css.lines} aria-label={t('import-title')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('line')}</th>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('room')}</th>
            <th scope="col">{t('errors')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the file, and none ever moves
            <tr key={at}>
              <th scope="row">{numbers[at]}</th>
              <td>{String(line.name ?? '')}</td>
              <td>{String(line.room ?? '')}</td>
              <td>
                <Errors fields={answers[at]?.fields ?? {}} repeats={answers[at]?.repeats ?? null} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Errors({ fields, repeats }: Pick<Answer, 'fields' | 'repeats'>) {
  const { t } = useTranslation('resident')
  const entries = Object.entries(fields)
  if (entries.length === 0 && repeats) return t(`repeats-${repeats}`)
  if (entries.length === 0) return <span className={css.quiet}>{t('good')}</span>
  return (
    <>
      {entries.map(([field, error]) => (
        <FieldError key={field} field={field} error={error} />
      ))}
    </>
  )
}

function FieldError({ field, error }: { field: string; error: string }) {
  const { t } = useTranslation('resident')
  const words = useFieldError(error)
  const known = FIELDS.find((one): one is Field => one === field)
  return (
    <p className={css.error}>
      {known && `${t(`csv-${known}`)}: `}
      {words}
    </p>
  )
}
