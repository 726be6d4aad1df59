/** Stories of the parts that pages are laid out with. */
import { Button } from '@mui/material'
import { Pencil } from 'lucide-react'
import { longName, type Stories } from '#lib/story.tsx'
import { Logo } from '../feedback/logo.tsx'
import { BelowFold } from './below-fold.tsx'
import { Card } from './card.tsx'
import { DetailLayout, Facts } from './detail-layout.tsx'
import { Legend } from './legend.tsx'
import { BackLink, LinkButton, LinkIconButton } from './link-button.tsx'
import { NotConnected } from './not-connected.tsx'
import { PageHeader } from './page-header.tsx'
import { RelativeTime } from './relative-time.tsx'
import { type Severity, SeverityBadge, SeverityShape, SHAPES } from './severity-badge.tsx'
import { SitePage } from './site-page.tsx'
import { StatusDot } from './status-dot.tsx'

const SEVERITIES = Object.keys(SHAPES) as Severity[]
const STATUSES = ['online', 'offline', 'inactive', 'disabled'] as const
const MINUTES_AGO = new Date(Date.now() - 180_000).toISOString()

export const stories: Stories = {
  BackLink: { plain: (say) => <BackLink to="/app/alerts/list" label={say('Alerts', 'アラート')} /> },
  BelowFold: { drawn: (say) => <BelowFold>{longName(say)}</BelowFold> },
  Card: {
    plain: (say) => <Card>{say('Content', '内容')}</Card>,
    'title, help, action': (say) => (
      <Card title={longName(say)} help={longName(say)} action={<Button size="small">{say('Edit', '編集')}</Button>}>
        {longName(say)}
      </Card>
    ),
    flush: (say) => (
      <Card title={say('Cameras', 'カメラ')} flush>
        {longName(say)}
      </Card>
    ),
  },
  DetailLayout: {
    'two columns': (say) => (
      <DetailLayout main={<Card>{longName(say)}</Card>} aside={<Card>{say('Facts', '情報')}</Card>} />
    ),
  },
  Facts: {
    'short and long': (say) => (
      <Facts
        facts={[
          [say('Camera', 'カメラ'), longName(say)],
          [say('Severity', '重要度'), <SeverityBadge key="high" severity="high" word={say('High', '高')} />],
        ]}
      />
    ),
  },
  Legend: {
    tones: (say) => (
      <Legend
        items={[
          { tone: 'critical', name: say('Critical', '緊急') },
          { tone: 'medium', name: say('Medium', '中') },
          { tone: 'quiet', name: longName(say) },
          { tone: 'primary', name: say('This week', '今週') },
        ]}
      />
    ),
  },
  LinkButton: {
    plain: (say) => <LinkButton to="/app/alerts/list">{say('Open alerts', 'アラートを開く')}</LinkButton>,
    contained: (say) => (
      <LinkButton to="/app/alerts/list" variant="contained">
        {longName(say)}
      </LinkButton>
    ),
    disabled: (say) => (
      <LinkButton to="/app/alerts/list" disabled>
        {say('Open alerts', 'アラートを開く')}
      </LinkButton>
    ),
  },
  LinkIconButton: {
    plain: (say) => (
      <LinkIconButton to="/app/alerts/list" aria-label={say('Edit', '編集')}>
        <Pencil size={20} />
      </LinkIconButton>
    ),
  },
  Logo: { sizes: () => [20, 28, 56].map((size) => <Logo key={size} size={size} />) },
  NotConnected: { plain: () => <NotConnected /> },
  PageHeader: {
    title: (say) => (
      <PageHeader title={say('Alerts', 'アラート')} count={say('3 unseen of 1,284', '未確認3件／全1,284件')} />
    ),
    'long, everything': (say) => (
      <PageHeader
        lead={<BackLink to="/app/alerts/list" label={say('Alerts', 'アラート')} />}
        title={longName(say)}
        subtitle={longName(say)}
        badge={<SeverityBadge severity="critical" word={say('Critical', '緊急')} />}
        actions={
          <>
            <Button>{say('Download', 'ダウンロード')}</Button>
            <Button variant="contained">{say('Mark as seen', '確認済みにする')}</Button>
          </>
        }
      />
    ),
  },
  RelativeTime: { 'three minutes ago': () => <RelativeTime at={MINUTES_AGO} /> },
  SeverityBadge: {
    all: (say) =>
      SEVERITIES.map((severity) => (
        <SeverityBadge
          key={severity}
          severity={severity}
          word={say(severity, { critical: '緊急', high: '高', medium: '中', low: '低' }[severity])}
        />
      )),
  },
  SeverityShape: { all: () => SEVERITIES.map((severity) => <SeverityShape key={severity} severity={severity} />) },
  SitePage: {
    plain: (say) => (
      <SitePage title={longName(say)} back={{ to: '/app/cameras/list', label: say('Cameras', 'カメラ') }}>
        {() => <Card>{longName(say)}</Card>}
      </SitePage>
    ),
  },
  StatusDot: {
    'with a word': (say) =>
      STATUSES.map((status) => (
        <StatusDot
          key={status}
          status={status}
          word={say(
            status,
            { online: 'オンライン', offline: 'オフライン', inactive: '停止中', disabled: '無効' }[status],
          )}
        />
      )),
    'mark alone': () => STATUSES.map((status) => <StatusDot key={status} status={status} />),
  },
}
