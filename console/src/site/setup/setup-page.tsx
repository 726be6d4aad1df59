/** setup: the four screens of an empty installation, each of which can be left, repeated and skipped. DOOR-01. */
import type { Setup } from '@mimamori/contract/site/setup.ts'
import { SETUP_STEPS, type SetupStep } from '@mimamori/contract/site/site-lists.ts'
import { getRouteApi } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/layout/card.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './setup.module.css'
import { SetupCamera } from './setup-camera.tsx'
import { SetupHome } from './setup-home.tsx'
import { SetupHub } from './setup-hub.tsx'
import type { SetupParts } from './setup-parts.ts'
import { SetupPeople } from './setup-people.tsx'
import { useSetup } from './setup-queries.ts'
import { doneSteps, shownStep } from './setup-search.ts'
import { InSession } from './setup-session.tsx'

const route = getRouteApi('/app/setup')

export function SetupPage(parts: SetupParts) {
  const query = useSetup()
  return <Loaded query={query}>{(setup) => (setup.isOver ? <Over /> : <Screens setup={setup} parts={parts} />)}</Loaded>
}

function Over() {
  const { t } = useTranslation('setup')
  return (
    <div className={css.page}>
      <PageHeader title={t('title')} />
      <Card>
        <p>{t('over')}</p>
        <LinkButton to="/app/tenants/list" variant="contained">
          {t('over-sites')}
        </LinkButton>
      </Card>
    </div>
  )
}

type ScreensProps = { setup: Setup; parts: SetupParts }

function Screens({ setup, parts }: ScreensProps) {
  const { t } = useTranslation('setup')
  const { step: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const step = shownStep(setup, asked)
  // A screen that is done does not give way to the next one under the reader's eyes, nor on the way back.
  useEffect(() => {
    if (asked === undefined) void navigate({ to: '/app/setup', search: { step }, replace: true })
  }, [asked, step, navigate])
  return (
    <div className={css.page}>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Steps setup={setup} shown={step} />
      <h2 className={css.heading}>{t(`${step}-title`)}</h2>
      <p className={css.help}>{t(`${step}-help`)}</p>
      <Screen step={step} setup={setup} parts={parts} />
      {setup.home && <Ways shown={step} isDone={doneSteps(setup).includes(step)} />}
    </div>
  )
}

function Screen({ step, setup, parts }: ScreensProps & { step: SetupStep }): ReactNode {
  const { home } = setup
  if (step === 'home' || home === null) {
    return (
      <InSession isNeeded={home === null} of="own" home={home}>
        <SetupHome home={home} />
      </InSession>
    )
  }
  if (step === 'hub') return <SetupHub setup={setup} home={home} parts={parts} />
  return step === 'camera' ? (
    <InSession of="home" home={home}>
      <SetupCamera setup={setup} parts={parts} />
    </InSession>
  ) : (
    <InSession of="own" home={home}>
      <SetupPeople setup={setup} home={home} parts={parts} />
    </InSession>
  )
}

function Steps({ setup, shown }: { setup: Setup; shown: SetupStep }) {
  const { t } = useTranslation('setup')
  const done = doneSteps(setup)
  return (
    <ol className={css.steps} aria-label={t('steps')}>
      {SETUP_STEPS.map((step, index) => (
        <li key={step} className={css.step} data-done={done.includes(step) || undefined}>
          <span className={css.mark} aria-hidden>
            {done.includes(step) ? <Check size={16} /> : index + 1}
          </span>
          <LinkButton
            to="/app/setup"
            search={{ step }}
            size="small"
            variant="text"
            disabled={setup.home === null && step !== 'home'}
            aria-current={step === shown ? 'step' : undefined}
          >
            {t(`${step}-short`)}
            {done.includes(step) && <span className="visually-hidden">{t('done')}</span>}
          </LinkButton>
        </li>
      ))}
    </ol>
  )
}

/** Back and on, whatever is done: nothing has to be finished now. */
function Ways({ shown, isDone }: { shown: SetupStep; isDone: boolean }) {
  const { t } = useTranslation('setup')
  const at = SETUP_STEPS.indexOf(shown)
  const [before, after] = [SETUP_STEPS[at - 1], SETUP_STEPS[at + 1]]
  return (
    <div className={css.ways}>
      {before && (
        <LinkButton to="/app/setup" search={{ step: before }} variant="text">
          {t('back')}
        </LinkButton>
      )}
      {after && (
        <LinkButton to="/app/setup" search={{ step: after }} variant={isDone ? 'contained' : 'outlined'}>
          {t(isDone ? 'next' : 'skip')}
        </LinkButton>
      )}
    </div>
  )
}
