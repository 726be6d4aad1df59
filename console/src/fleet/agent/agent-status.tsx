/** State of a hub's connection, as a mark with a word. */
import type { Agent } from '@mimamori/contract/fleet/agent.ts'
import { useTranslation } from 'react-i18next'
import { type Status, StatusDot } from '#ui/layout/status-dot.tsx'

type State = 'online' | 'offline' | 'waiting' | 'revoked'
const MARKS: Record<State, Status> = { online: 'online', offline: 'offline', waiting: 'inactive', revoked: 'disabled' }

export function agentState({ isOnline, isRevoked, lastActiveAt }: Agent): State {
  if (isRevoked) return 'revoked'
  if (isOnline) return 'online'
  return lastActiveAt === null ? 'waiting' : 'offline'
}

export function AgentStatus({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agent')
  const state = agentState(agent)
  return <StatusDot status={MARKS[state]} word={t(state)} />
}
