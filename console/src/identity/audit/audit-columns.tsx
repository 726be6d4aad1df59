/** The columns of the audit log: when, who, what, where, from where. */
import type { AuditEntry } from '@mimamori/contract/identity/audit.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import type { ListColumn } from '#ui/list/list-column.ts'
import css from './audit.module.css'
import { actWords, factLines, reasonWords } from './audit-words.ts'

export function useAuditColumns(): ListColumn<AuditEntry>[] {
  const { t, i18n } = useTranslation('audit')
  const { dateTime, exact } = useTime()
  const { role, impersonatedTenant } = useUser()
  const seesSeveral = (role === 'SUPER_ADMIN' || role === 'ORG_ADMIN') && !impersonatedTenant
  return useMemo(() => {
    // Words come from the dictionary of the language that is shown.
    void i18n.language
    const who = (entry: AuditEntry) =>
      entry.actor?.name ?? entry.accountName ?? entry.hubName ?? t(entry.actor ? 'gone' : 'nobody')
    const site: ListColumn<AuditEntry> = {
      id: 'tenant',
      header: t('site'),
      cell: (entry) => entry.tenantName ?? t('operator'),
      csv: (entry) => entry.tenantName ?? t('operator'),
    }
    return [
      {
        id: 'at',
        header: t('when'),
        isSortable: true,
        cell: ({ at }) => (
          <time dateTime={at} title={exact(at)} className={css.time}>
            {dateTime(at)}
          </time>
        ),
        csv: ({ at }) => at,
      },
      { id: 'who', header: t('who'), cell: (entry) => <Who entry={entry} name={who(entry)} />, csv: who },
      { id: 'what', header: t('what'), cell: (entry) => <What entry={entry} />, csv: ({ action }) => actWords(action) },
      { id: 'object', header: t('object'), cell: (entry) => entry.objectName ?? '', csv: (entry) => entry.objectName },
      ...(seesSeveral ? [site] : []),
      {
        id: 'ip',
        header: t('from'),
        cell: ({ ip }) => <code className={css.address}>{ip ?? '–'}</code>,
        csv: ({ ip }) => ip,
      },
      {
        id: 'connected',
        header: t('connected'),
        isOptional: true,
        cell: ({ isConnected }) => (isConnected ? t('yes') : ''),
        csv: ({ isConnected }) => (isConnected ? t('yes') : ''),
      },
      {
        id: 'outcome',
        header: t('outcome'),
        isOptional: true,
        cell: (entry) => t(entry.outcome),
        csv: (entry) => t(entry.outcome),
      },
      {
        id: 'reason',
        header: t('reason'),
        isOptional: true,
        cell: (entry) => reasonWords(entry) ?? '',
        csv: (entry) => reasonWords(entry),
      },
      {
        id: 'details',
        header: t('details'),
        isOptional: true,
        cell: (entry) => <Facts details={entry.details} />,
        csv: (entry) => factLines(entry.details).join('; '),
      },
    ]
  }, [t, i18n.language, dateTime, exact, seesSeveral])
}

function Who({ entry, name }: { entry: AuditEntry; name: string }) {
  const { t } = useTranslation('audit')
  const from = entry.actorTenantName ?? t('operator')
  return (
    <span className={css.stack}>
      {name}
      {entry.isFromOutside && (
        <span className={css.connected}>{t(entry.isConnected ? 'while-connected' : 'from-outside', { from })}</span>
      )}
    </span>
  )
}

function What({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const reason = reasonWords(entry)
  return (
    <span className={css.stack}>
      <span>
        {actWords(entry.action)}
        {entry.outcome === 'refused' && <span className={css.refused}>{t('refused')}</span>}
      </span>
      {reason && <span className={css.quiet}>{reason}</span>}
      {entry.details.changed !== undefined && <Facts details={{ changed: entry.details.changed }} />}
    </span>
  )
}

function Facts({ details }: { details: Record<string, unknown> }) {
  return (
    <span className={css.stack}>
      {factLines(details).map((line) => (
        <span key={line} className={css.quiet}>
          {line}
        </span>
      ))}
    </span>
  )
}
