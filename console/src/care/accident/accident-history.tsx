/** Every revision with its number, its author and its files. REPORT-05. */
import type { AccidentDetail } from '@mimamori/contract/care/accident.ts'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './accident.module.css'
import { FileButtons } from './accident-files.tsx'
import { useAccidentHistory } from './accident-queries.ts'

export function History({ accident }: { accident: AccidentDetail }) {
  const { t } = useTranslation('accident')
  const time = useTime()
  const history = useAccidentHistory(accident)
  return (
    <Card title={t('history')} help={t('history-help')}>
      <Loaded query={history} isPart>
        {({ records }) => (
          <ol className={css.steps}>
            {records.map(({ version, issue, kind, userName, at }) => (
              <li key={version}>
                <p>
                  {t('issue-n', { issue })} · {t('revision-n', { version })} · {t(`step-${kind}`)}
                </p>
                <p className={css.quiet}>{t('edited-by', { name: userName, time: time.dateTime(at) })}</p>
                <div className={css.actions}>
                  <FileButtons id={accident.id} version={version} />
                </div>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  )
}
