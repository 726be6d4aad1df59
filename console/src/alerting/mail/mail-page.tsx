/** The operator's mailbox: e-mails on the left, the open one on the right. AUTH-14, AUTH-15. */
import { numberText } from '@mimamori/contract/shared/intl-format.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useList } from '#lib/list/use-list.ts'
import { useUser } from '#lib/session/session.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { SearchBox } from '#ui/list/filter/search-box.tsx'
import { ListSkeleton } from '#ui/list/list-skeleton.tsx'
import { Pager } from '#ui/list/pager.tsx'
import { RecordList } from '#ui/list/record-list.tsx'
import css from './mail.module.css'
import { MailList } from './mail-list.tsx'
import { MailPane } from './mail-pane.tsx'
import { useMailPage } from './mail-queries.ts'

const route = getRouteApi('/app/mail/list')

export function MailPage() {
  const { t } = useTranslation('mail')
  const { impersonatedTenant } = useUser()
  if (!impersonatedTenant) return <Mailbox />
  return (
    <>
      <PageHeader title={t('title')} />
      <Notice>{t('connected')}</Notice>
    </>
  )
}

function Mailbox() {
  const { t, i18n } = useTranslation('mail')
  const search = route.useSearch()
  // The open e-mail does not filter the list.
  const { open, ...narrowing } = search
  const list = useList({ search: narrowing, order: { column: 'createdAt', ascending: false } })
  const { pageNumber, pageSize } = list.page
  const mails = useMailPage({ text: search.text, pageNumber, pageSize })
  const navigate = route.useNavigate()
  const onOpen = (id: string | undefined) =>
    navigate({ to: '/app/mail/list', search: { ...search, open: id }, replace: !id })
  const total = mails.data && numberText(mails.data.totalCount, i18n.language)
  return (
    <>
      <PageHeader
        title={t('title')}
        count={total === undefined ? undefined : t('emails', { total })}
        actions={<LinkButton to="/app/installation">{t('installation')}</LinkButton>}
      />
      {mails.data && <p className={css.about}>{mails.data.isSent ? t('sent') : t('no-server')}</p>}
      <div className={open ? css.reading : css.box}>
        <div className={css.emails}>
          <div className={css.search}>
            <SearchBox label={t('search')} text={search.text ?? ''} onChange={(text) => list.change({ text })} />
          </div>
          <RecordList
            query={mails}
            skeleton={<ListSkeleton />}
            none={{ title: t('none'), help: t('none-help') }}
            onClearFilters={list.isNarrowed ? list.clear : undefined}
            footer={(totalCount) => <Pager {...list} {...list.page} totalCount={totalCount} />}
          >
            {(records) => <MailList mails={records} openId={open} onOpen={onOpen} />}
          </RecordList>
        </div>
        <div className={css.pane}>
          {open ? <MailPane id={open} onBack={() => onOpen(undefined)} /> : <p className={css.choose}>{t('choose')}</p>}
        </div>
      </div>
    </>
  )
}
