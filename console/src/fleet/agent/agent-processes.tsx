/** What runs on a hub: detection and its program, with their commands, and its cameras by status. HUB-01, CAM-11. */

import { CAMERA_STATUSES } from '@mimamori/contract/camera/camera-lists.ts'
import type { RunningAction } from '@mimamori/contract/camera/running.ts'
import type { AgentDetail } from '@mimamori/contract/fleet/agent.ts'
import { Button } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { Card } from '#ui/layout/card.tsx'
import { StatusDot } from '#ui/layout/status-dot.tsx'
import css from './agent-processes.module.css'
import { useControlAgent } from './agent-queries.ts'

type Asked = { package: 'VCARE' | 'BOOTSTRAP'; action: RunningAction }

type Props = {
  agent: AgentDetail
  mayControl: boolean
  /** Starts and stops detection too; administrators of a site restart alone. */
  isWhole: boolean
}

export function AgentProcesses({ agent, mayControl, isWhole }: Props) {
  const { t } = useTranslation(['agent', 'hub-answer', 'word'])
  const [asked, setAsked] = useState<Asked | null>(null)
  const isStopped = agent.running === 'Stopped'
  const button = (what: Asked['package'], action: RunningAction, isOff: boolean) => (
    <Button
      size="small"
      color={action === 'stop' ? 'error' : 'primary'}
      disabled={!agent.isOnline || isOff}
      onClick={() => setAsked({ package: what, action })}
    >
      {t(`hub-answer.${action}`)}
    </Button>
  )
  return (
    <Card title={t('processes')} help={mayControl ? t('processes-help') : undefined}>
      <Process agent={agent} name={t('package-VCARE')}>
        {isWhole && button('VCARE', 'start', !isStopped)}
        {isWhole && button('VCARE', 'stop', isStopped)}
        {mayControl && button('VCARE', 'restart', isStopped)}
      </Process>
      <Process agent={agent} name={t('package-BOOTSTRAP')} isProgram>
        {mayControl && button('BOOTSTRAP', 'restart', false)}
      </Process>
      {mayControl && !agent.isOnline && <p className={css.quiet}>{t('offline-hint')}</p>}
      <CameraCounts agent={agent} />
      <Confirm agent={agent} asked={asked} onClose={() => setAsked(null)} />
    </Card>
  )
}

type ProcessProps = { agent: AgentDetail; name: string; isProgram?: boolean; children: ReactNode }

function Process({ agent, name, isProgram, children }: ProcessProps) {
  const { t } = useTranslation(['agent', 'hub-answer', 'word'])
  const { isOnline, running, installation } = agent
  // A process that answers runs; only a restart takes the program away for a moment.
  const state = isProgram && running !== 'Restarting' ? 'Running' : running
  const word = isOnline && state ? t(`hub-answer.running-${state}`) : t('unknown')
  const mark = !isOnline ? 'offline' : state === 'Running' ? 'online' : state === 'Stopped' ? 'disabled' : 'inactive'
  return (
    <div className={css.process}>
      <div>
        <div className={css.name}>{name}</div>
        <div className={css.states}>
          <StatusDot status={mark} word={word} />
          <span className={css.quiet}>{`${t('installation')}: ${t(`hub-answer.installation-${installation}`)}`}</span>
        </div>
      </div>
      <div className={css.actions}>{children}</div>
    </div>
  )
}

const MARKS = { Online: 'online', Offline: 'offline', Inactive: 'inactive', Disabled: 'disabled' } as const

function CameraCounts({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation(['agent', 'hub-answer', 'word'])
  return (
    <dl className={css.cameras} aria-label={t('cameras')}>
      {CAMERA_STATUSES.map((status) => (
        <div key={status} className={css.count}>
          <dt>
            <StatusDot status={MARKS[status]} word={t(`word.status-${status}`)} />
          </dt>
          <dd>{agent.cameras[status]}</dd>
        </div>
      ))}
    </dl>
  )
}

type ConfirmProps = { agent: AgentDetail; asked: Asked | null; onClose: () => void }

function Confirm({ agent, asked, onClose }: ConfirmProps) {
  const { t } = useTranslation(['agent', 'hub-answer', 'word'])
  const control = useControlAgent(agent.id)
  const action = asked?.action ?? 'restart'
  const kind = asked?.package === 'BOOTSTRAP' ? 'bootstrap' : action
  const confirm = async () => {
    await control.mutateAsync(asked!)
    notifySuccess(t(`done-${action}`))
    onClose()
  }
  return (
    <ConfirmDialog
      open={asked !== null}
      title={t(`confirm-${kind}`, { name: agent.name })}
      text={t(`confirm-${kind}-text`)}
      verb={t(`hub-answer.${action}`)}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
