/** E-mails in Japanese. */

import type { Activity } from '@mimamori/contract/camera/apps.ts'
import type { DamagedStore } from '@mimamori/contract/fleet/hub.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import type { ExternalReason } from '@mimamori/contract/site/external.ts'
import { ACTIVITY_WORDS } from './activity-word.ts'
import type { TemplateTexts } from './mail-template.ts'

const STORES: Record<DamagedStore['store'], string> = {
  spool: '送信待ちアラート',
  recordings: '録画の索引',
  measurements: '測定値',
}

const REASONS: Record<ExternalReason, string> = {
  'address-denied': '送信先のアドレスが許可されていません',
  'unknown-host': '送信先のホスト名が見つかりません',
  unreachable: '送信先に接続できませんでした',
  tls: '送信先の証明書が有効ではありません',
  timeout: '時間内に応答がありませんでした',
  'cut-off': '通信が途中で切断されました',
  redirect: '別のアドレスへ転送されました',
  unauthorized: '認証アクセスキーが受け付けられませんでした',
  busy: '送信先が混み合っています',
  rejected: '送信した内容が受け付けられませんでした',
  'server-error': '送信先で問題が発生しました',
  'bad-answer': '応答を読み取れませんでした',
  'too-large': '応答が大きすぎました',
  'no-codes': 'カメラにユニットコードまたは利用者コードが設定されていません',
  expired: '24時間以内に連携できませんでした',
}

function time(at: Date, timezone: string): string {
  const text = dateFormat('ja-JP', { dateStyle: 'long', timeStyle: 'short', timeZone: timezone }).format(at)
  return `${text}（${timezone}）`
}

const alertName = ({ activity, location }: { activity: Activity; location: string }) =>
  `${ACTIVITY_WORDS.ja[activity]}・${location}`

const linkOf = ({ isAlarm, link }: { isAlarm: boolean; link: string }) => ({
  label: isAlarm ? 'アラームを開いて「向かいます」を押す' : 'アラートを開く',
  href: link,
})

type Place = { siteName: string; unitName: string | null; occurredAt: Date; timezone: string; moreCount: number }

function placeOf({ siteName, unitName, occurredAt, timezone, moreCount }: Place): string {
  const more = moreCount === 0 ? '' : `その後、同じアラートが${moreCount}件ありました。`
  return `${[siteName, unitName].filter(Boolean).join(' ')}、${time(occurredAt, timezone)}。${more}`
}

export const mailJa: TemplateTexts = {
  invitation: ({ name, siteName, invitedBy, link, expiresAt, timezone }) => ({
    subject: `【Mimamori】${siteName}への招待`,
    greeting: `${name} 様`,
    paragraphs: [
      invitedBy === null
        ? `${siteName}のアカウントが作成されました。`
        : `${invitedBy} さんが${siteName}のアカウントを作成しました。`,
      '次のリンクを開き、パスワードを設定してください。リンクは一度だけ使用できます。',
    ],
    link: { label: '招待を受ける', href: link },
    notes: [
      `リンクの有効期限は${time(expiresAt, timezone)}です。期限が過ぎた場合は、管理者に再送を依頼してください。`,
      'お心当たりのない場合は、このメールを破棄してください。',
    ],
  }),
  'reset-code': ({ name, code, minutes, isMadeShared, passwordMinLength }) => ({
    subject: '【Mimamori】パスワード再設定の確認コード',
    greeting: `${name} 様`,
    paragraphs: [
      ...(isMadeShared
        ? [
            '管理者があなたのアカウントを共用に変更したため、ログアウトしました。ご本人が新しいパスワードを設定するまで、ほかの方はパスワードを設定できません。',
          ]
        : []),
      '新しいパスワードを設定するには、次の確認コードを入力してください。',
    ],
    code,
    notes: [
      `新しいパスワードは${passwordMinLength}文字以上で設定してください。`,
      `確認コードの有効期限は${minutes}分で、一度だけ使用できます。当方から確認コードをお尋ねすることはありません。`,
      isMadeShared
        ? '共用への変更に同意しない場合は、確認コードを使わずに管理者へご相談ください。'
        : 'お心当たりのない場合は、このメールを破棄してください。パスワードは変更されません。',
    ],
  }),
  'address-changed': ({ name, newAddress, changedAt, timezone }) => ({
    subject: '【Mimamori】メールアドレスが変更されました',
    greeting: `${name} 様`,
    paragraphs: [
      `${time(changedAt, timezone)}に、アカウントのメールアドレスが ${newAddress} に変更されました。`,
      'パスワードは変わりません。新しいアドレスでログインするまで、パスワード再設定の確認コードはこのアドレスに届きます。',
    ],
    notes: ['変更に同意しない場合は、管理者へご相談ください。'],
  }),
  'external-failed': ({ siteName, reason }) => ({
    subject: `【Mimamori】${siteName}：外部システムへ連携できませんでした`,
    greeting: 'ご担当者様',
    paragraphs: [`${siteName}のカメラを外部システムへ連携できませんでした。理由：${REASONS[reason]}。`],
    notes: ['外部システムの内容は変更されていません。施設のページから、管理者が再度連携できます。'],
  }),
  'external-alert-failed': ({ siteName, reason }) => ({
    subject: `【Mimamori】${siteName}：アラートを外部システムへ送信できませんでした`,
    greeting: 'ご担当者様',
    paragraphs: [
      `${siteName}のアラートを外部システムへ送信できませんでした。理由：${REASONS[reason]}。`,
      'Mimamoriの画面では、すべてのアラートを通常どおり確認できます。',
    ],
    notes: ['送信できなかったアラートは、施設のページで確認できます。この状態が続く間は、1時間に1回お知らせします。'],
  }),
  'hub-silent': ({ siteName, hubName, lastHeardAt, timezone }) => ({
    subject: `【Mimamori】${siteName}：ハブ「${hubName}」からの通信が途絶えています`,
    greeting: 'ご担当者様',
    paragraphs: [
      `${siteName}のハブ「${hubName}」からの最後の通信は${time(lastHeardAt, timezone)}です。通信が途絶えている間、このハブのカメラからはアラートが届きません。`,
      '電源とネットワークをご確認ください。復旧するまでは、巡回など他の方法で見守りをお願いします。',
    ],
    notes: ['このメールは、通信が途絶えるたびに一度だけ送信されます。'],
  }),
  'hub-duplicate': ({ siteName, hubName, hostname, refusedAt, timezone }) => ({
    subject: `【Mimamori】${siteName}：ハブ「${hubName}」のキーが別の機器で使われました`,
    greeting: 'ご担当者様',
    paragraphs: [
      `${time(refusedAt, timezone)}に、別の機器「${hostname}」が${siteName}のハブ「${hubName}」のキーで接続しようとしたため、拒否しました。元のハブは引き続き動作しています。`,
      'ハブを新しく設置した覚えがない場合は、キーが外部に知られている可能性があります。ハブのページで新しいキーを発行してください。',
    ],
    notes: ['このメールは、ハブごとに1時間に1回まで送信されます。'],
  }),
  'hub-damage': ({ siteName, hubName, stores, notedAt, timezone }) => ({
    subject: `【Mimamori】${siteName}：ハブ「${hubName}」のファイルが破損していました`,
    greeting: 'ご担当者様',
    paragraphs: [
      `${time(notedAt, timezone)}に、${siteName}のハブ「${hubName}」から、ディスク上のファイル（${stores.map((store) => STORES[store]).join('、')}）が破損しているとの報告がありました。破損したファイルを別の名前で保存し、新しいファイルで動作を続けています。`,
      'まだMimamoriに届いていなかった記録は、失われた可能性があります。停電やディスクの故障の前触れでよく起こるため、ハブのディスクの点検をお願いします。',
    ],
    notes: ['このメールは、ファイルごとに1時間に1回まで送信されます。'],
  }),
  'alert-raised': (alert) => ({
    subject: `【Mimamori】${alertName(alert)}`,
    greeting: 'ご担当者様',
    paragraphs: [
      `${alertName(alert)}のアラートがありました。${placeOf(alert)}`,
      ...(alert.isAsked ? ['職員から、このアラートの確認を依頼されています。'] : []),
      ...(alert.isAgain ? ['スタッフの操作により、このアラートを再送しています。'] : []),
    ],
    link: linkOf(alert),
    notes: [
      alert.isAsked
        ? 'このメールは、アラートのメモで職員から指名された方にお送りしています。'
        : 'このメールは、カメラの通知先に登録されている方にお送りしています。',
    ],
  }),
  'alert-escalated': (alert) => ({
    subject: `【Mimamori】未確認：${alertName(alert)}`,
    greeting: 'ご担当者様',
    paragraphs: [`${alertName(alert)}のアラートがまだ確認されていません。${placeOf(alert)}`],
    link: linkOf(alert),
    notes: [`このメールは、エスカレーション「${alert.escalationName}」によりお送りしています。`],
  }),
  'alert-sample': ({ link }) => ({
    subject: '【Mimamori】テスト通知',
    greeting: 'ご担当者様',
    paragraphs: ['ご依頼のテスト通知です。アラートのメールはこのアドレスに届きます。'],
    link: { label: 'Mimamoriを開く', href: link },
    notes: ['お心当たりのない場合は、このメールを破棄してください。'],
  }),
  'check-in-reminder': ({ siteName, location, unitName, startsAt, plannedFor, link, timezone }) => ({
    subject: `【Mimamori】見守り確認の時間です：${location}`,
    greeting: 'ご担当者様',
    paragraphs: [
      `見守り確認の予定があります：${[siteName, unitName, location].filter(Boolean).join(' ')}、${time(startsAt, timezone)}。`,
      `担当は${plannedFor}さんです。どなたが確認しても完了になります。`,
    ],
    link: { label: '見守り確認を始める', href: link },
    notes: ['このメールは、担当の方と、この居室の見守り確認のお知らせ先に登録されている方に送信しています。'],
  }),
  'password-changed': ({ name, changedAt, timezone }) => ({
    subject: '【Mimamori】パスワードが変更されました',
    greeting: `${name} 様`,
    paragraphs: [
      `${time(changedAt, timezone)}に、アカウントのパスワードが変更されました。すべての端末からログアウトしました。`,
    ],
    notes: ['ご自身で変更していない場合は、すぐに管理者へご連絡ください。'],
  }),
}
