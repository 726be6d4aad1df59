/** The steps with their current state: done, or what is missing, with a link to its page. OPS-09. */
import type { FirstStep, FirstSteps } from '@mimamori/contract/site/first-steps.ts'
import { Link, type LinkProps } from '@tanstack/react-router'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import css from './first-steps.module.css'

type Step = FirstSteps['steps'][number]

const PAGES: Record<FirstStep, LinkProps> = {
  hub: { to: '/app/agents/list' },
  cameras: { to: '/app/cameras/new' },
  units: { to: '/app/units/list' },
  beds: { to: '/app/cameras/list' },
  apps: { to: '/app/cameras/site-apps' },
  people: { to: '/app/users/new' },
  escalation: { to: '/app/settings/asset/$assetType/new', params: { assetType: 'escalation' } },
  device: { to: '/app/profile', hash: 'notifications' },
  walk: { to: '/app/cameras/walk-tests' },
}

export function FirstStepList({ steps }: Pick<FirstSteps, 'steps'>) {
  return (
    <ol className={css.list}>
      {steps.map((step) => (
        <li key={step.step} className={css.item} data-done={step.isDone || undefined}>
          <OneStep step={step} />
        </li>
      ))}
    </ol>
  )
}

function OneStep({ step: { step, isDone, count, of } }: { step: Step }) {
  const { t } = useTranslation('first-steps')
  const { role } = useUser()
  // Only the operator manages hubs.
  const hasPage = step !== 'hub' || role === 'SUPER_ADMIN'
  const Mark = isDone ? CircleCheck : CircleDashed
  return (
    <>
      <Mark size={20} aria-hidden className={isDone ? css.done : css.open} />
      <span className={css.words}>
        <span>
          {hasPage ? (
            <Link {...PAGES[step]} className={css.link}>
              {t(step)}
            </Link>
          ) : (
            <strong>{t(step)}</strong>
          )}
          <span className="visually-hidden">{t(isDone ? 'done' : 'open')}</span>
        </span>
        {!isDone && <span className={css.quiet}>{missing()}</span>}
      </span>
    </>
  )

  function missing(): string {
    if (step === 'hub' && of !== null && of > 0) return t('hub-some', { count, of })
    if ((step === 'units' || step === 'beds' || step === 'apps') && count > 0 && of !== null)
      return t(`${step}-some`, { count, of })
    return t(`${step}-none`)
  }
}
