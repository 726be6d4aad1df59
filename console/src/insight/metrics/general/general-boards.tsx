/** The boards of the General Report, each a question of the care manager. METRIC-01, METRIC-03. */
import { basisSentences, THIN_ALERTS } from '@mimamori/contract/insight/metrics-sentences.ts'
import { VALID_COVERAGE_SHARE } from '@mimamori/contract/insight/sleep-night.ts'
import { useTranslation } from 'react-i18next'
import { mayCallNow } from '#lib/access/access.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingYet } from '#ui/feedback/illustrations.tsx'
import { BelowFold } from '#ui/layout/below-fold.tsx'
import { Card } from '#ui/layout/card.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import css from '../metrics.module.css'
import { useTranslator } from '../use-translator.ts'
import { ActivityBoard } from './general-activity.tsx'
import type { GeneralProps } from './general-figures.tsx'
import { GeneralFigures } from './general-figures.tsx'
import { HeatBoard } from './general-heat.tsx'
import { IncidentRooms } from './general-rooms.tsx'
import { ByActivity, FalseAlarms, Months, Responses } from './general-tables.tsx'

export function GeneralBoards(props: GeneralProps) {
  const { report } = props
  const translator = useTranslator()
  const { word } = translator
  if (isOfNothing(report)) return <NoCamera />
  return (
    <div className={css.boards}>
      <GeneralFigures {...props} />
      {report.total === 0 ? (
        <Card>
          <EmptyState image={<NothingYet />} title={word('no-alerts')} help={word('no-alerts-help')} />
        </Card>
      ) : (
        <>
          {report.total < THIN_ALERTS && <p className={css.thin}>{word('thin', { least: THIN_ALERTS })}</p>}
          <div className={css.pair}>
            <ActivityBoard {...props} />
            <IncidentRooms {...props} />
          </div>
          <BelowFold>
            <HeatBoard {...props} />
            <div className={css.halves}>
              <Responses {...props} />
              <ByActivity {...props} />
            </div>
            <FalseAlarms {...props} />
          </BelowFold>
        </>
      )}
      <Months {...props} />
      <section className={css.basis} aria-label={word('basis-title')}>
        {basisSentences(report, translator, VALID_COVERAGE_SHARE).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </section>
    </div>
  )
}

/** A new site has nothing to compare or count: zeros in every board would claim that nothing happened. */
function isOfNothing({ basis, total, before, months }: GeneralProps['report']): boolean {
  return basis.cameras === 0 && total + before.total === 0 && months.every(({ alerts }) => alerts === 0)
}

function NoCamera() {
  const { t } = useTranslation('metrics')
  return (
    <Card>
      <EmptyState
        image={<NothingYet />}
        title={t('no-camera')}
        help={t('no-camera-help')}
        action={mayCallNow('camera.register') && <LinkButton to="/app/cameras/list">{t('to-cameras')}</LinkButton>}
      />
    </Card>
  )
}
