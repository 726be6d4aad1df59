/** A change of an app that would have raised fewer alerts, with its what-if over the last nights. Requirement LOAD-01. */

import type { AppChangeAnswer, AppChange as Change } from '@mimamori/contract/insight/app-change.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { Skeleton } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '#lib/service/use-call.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './app-change.module.css'

type Of = { cameraId: string; appCode: AlertAppCode }
/** `apply`: on the app's own page, instead of the way there. */
type ChangeProps = Of & { apply?: (change: Change) => ReactNode }
/** A replay of two weeks is work for the service. */
const FRESH_MS = 10 * 60_000
/** As high as an answer without a proposal. */
const BLANK = { height: { xs: 142, sm: 121 } }

/** For administrators: `cameraApp.change` is theirs. Texts: the group `app-change`. */
export function AppChange({ cameraId, appCode, apply }: ChangeProps) {
  const query = useCall(
    ['app-change', cameraId, appCode],
    'cameraApp.change',
    { params: { cameraId, appCode } },
    { staleTime: FRESH_MS },
  )
  return (
    <Loaded query={query} isPart skeleton={<Skeleton variant="rounded" sx={BLANK} />}>
      {(answer) => <Answer answer={answer} of={{ cameraId, appCode }} apply={apply} />}
    </Loaded>
  )
}

type AnswerProps = { answer: AppChangeAnswer; of: Of; apply: ChangeProps['apply'] }

function Answer({ answer, of, apply }: AnswerProps) {
  const { t } = useTranslation('app-change')
  const { proposal, measuredShare } = answer
  const percent = Math.max(1, Math.round(100 * measuredShare))
  return (
    <div className={css.change} data-proposed={proposal !== null || undefined}>
      {proposal ? <Proposal answer={answer} proposal={proposal} /> : <p>{t(`none-${answer.reason!}`)}</p>}
      {answer.reason !== 'not-measured' && percent < 98 && <p className={css.quiet}>{t('measured', { percent })}</p>}
      <div>
        {apply ? (
          proposal && apply(proposal.change)
        ) : (
          <LinkButton
            variant="outlined"
            to="/app/cameras/apps/$cameraId/settings/$appCode"
            params={{ cameraId: of.cameraId, appCode: of.appCode }}
          >
            {t('open-settings')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}

type ProposalProps = { answer: AppChangeAnswer; proposal: NonNullable<AppChangeAnswer['proposal']> }

function Proposal({ answer: { location, from: began, to: ended }, proposal }: ProposalProps) {
  const { t } = useTranslation('app-change')
  const days = Math.round((Date.parse(ended) - Date.parse(began)) / DAY_MS)
  const { change, raised, fewer, falseGone, realGone, falls } = proposal
  const value = (of: string | number) =>
    change.setting === 'sensitivity'
      ? t(`level-${of as typeof change.to}`)
      : t(`value-${change.setting}`, { value: of })
  const [from, to] = [value(change.from), value(change.to)]
  return (
    <>
      <p>
        <strong>{t(`change-${change.setting}`, { location, from, to })}</strong> {t('fewer', { fewer, raised, days })}
      </p>
      <ul>
        <li>{falls > 0 ? t('falls-stay', { count: falls }) : t('no-falls')}</li>
        <li>{t('false-gone', { count: falseGone })}</li>
        {realGone > 0 && <li>{t('repeats-gone', { count: realGone })}</li>}
      </ul>
    </>
  )
}
