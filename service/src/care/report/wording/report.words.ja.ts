/** The words of incident reports, Japanese. */

import type { Activity, AlertSeverity } from '@mimamori/contract/camera/apps.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import { CHANNEL_WORDS } from '#platform/messaging/channel-word.ts'
import { clockIn, lengthParts, placeInClip } from '../report.clock.ts'
import type { SourceMessage } from '../report.source.ts'
import type { Place, ReportWords, Verdict } from './report.words.ts'

const NAME: Record<Activity, string> = {
  A001: '人',
  A003: '動き',
  A004: '起床',
  A005: '転倒',
  A006: '離床',
  'camera-inactive': 'カメラの映像なし',
  'hub-offline': 'ハブのオフライン',
}
const EVENT: Record<Activity, string> = {
  A001: 'カメラが人を検知しました',
  A003: 'カメラが動きを検知しました',
  A004: 'カメラが起床を検知しました',
  A005: 'カメラが転倒を検知しました',
  A006: 'カメラが離床を検知しました',
  'camera-inactive': 'カメラの映像が途絶えました',
  'hub-offline': 'ハブとの通信が途絶えました',
}
const SEVERITY: Record<AlertSeverity, string> = { critical: '緊急', high: '高', medium: '中', low: '低' }
const VERDICT: Record<Verdict, string> = {
  real: 'スタッフはこのアラートを「本当」と判定しました。',
  'false-alarm': 'スタッフはこのアラートを「誤報」と判定しました。',
  unsure: 'スタッフはこのアラートが本当かどうか判断できませんでした。',
}
const CLIP: Record<Parameters<ReportWords['clipMissing']>[0], string> = {
  none: 'このアラートには映像がないため、アラートの記録だけをもとにしています。',
  pending: '作成時に映像が届いていなかったため、アラートの記録だけをもとにしています。',
  expired: '映像は保存期間を過ぎて削除されたため、アラートの記録だけをもとにしています。',
  missing: '映像が見つからなかったため、アラートの記録だけをもとにしています。',
  'too-large': '映像が大きすぎて解析できなかったため、アラートの記録だけをもとにしています。',
  unreadable: '映像を読み取れなかったため、アラートの記録だけをもとにしています。',
  'too-slow': '映像の解析が時間内に終わらなかったため、アラートの記録だけをもとにしています。',
}
const STEPS: Record<string, (name: string) => string> = {
  seen: (name) => `${name}さんがアラートを確認しました。`,
  archived: (name) => `${name}さんがアラートを保管しました。`,
  unarchived: (name) => `${name}さんがアラートの保管を解除しました。`,
  resent: (name) => `${name}さんが通知を再送しました。`,
  claimed: (name) => `${name}さんが「向かいます」を押しました。`,
  joined: (name) => `${name}さんも向かいました。`,
  'given-back': (name) => `${name}さんが担当を外れ、対応待ちに戻りました。`,
  'claim-expired': () => '時間内に到着がなかったため、対応待ちに戻りました。',
  arrived: (name) => `${name}さんが到着しました。`,
  resolved: (name) => `${name}さんが対応を終えました。`,
}
const MESSAGE: Record<SourceMessage['state'], string> = {
  sent: 'を送信しました（到着は確認できていません）',
  delivered: 'が届きました',
  shown: 'が画面に表示されました',
  opened: 'が開かれました',
  failed: 'は届けられませんでした',
}
const JUDGED: Record<Verdict, string> = {
  real: 'アラートを「本当」と判定しました。',
  'false-alarm': 'アラートを「誤報」と判定しました。',
  unsure: 'アラートが本当かどうか「わからない」と回答しました。',
}

export function wordsJa(timeZone: string): ReportWords {
  const date = dateFormat('ja-JP', { timeZone, dateStyle: 'long' })
  const clock = clockIn(timeZone)
  return {
    clock,
    what: (activity, severity) => `アラートの種類は「${NAME[activity]}」、重要度は「${SEVERITY[severity]}」です。`,
    where: (place) => `場所は${placeOf(place)}です。`,
    occurred: (activity) => `${EVENT[activity]}。`,
    stored: (delayMs) => `${length(delayMs)}後にアラートを発報しました。`,
    detections: (count, people) =>
      people > 0 ? `アラートの画像には${people}人が写っています。` : `アラートの画像には${count}か所の印があります。`,
    region: 'アプリは画面全体ではなく、指定した範囲を見守っていました。',
    clipMissing: (use) => CLIP[use],
    clipLength: (ms) => `映像の長さは${length(ms)}です。`,
    firstMotion: (atMs) => `映像の${placeInClip(atMs)}で動きが始まりました。`,
    peakMotion: (atMs) => `映像の${placeInClip(atMs)}で動きが最も大きくなりました。`,
    still: (atMs, forMs) => `映像の${placeInClip(atMs)}以降、終わりまでの${length(forMs)}間は動きがありませんでした。`,
    noMotion: '映像に動きはありませんでした。',
    keyFrame: (atMs) => `映像の${placeInClip(atMs)}の画像です。`,
    step: ({ kind, userName, verdict, escalationName }) => {
      if (kind === 'escalated') return `確認がなかったため、ルール「${escalationName}」によりエスカレーションしました。`
      const name = userName ?? '担当者'
      if (kind === 'judged' && verdict) return `${name}さんが${JUDGED[verdict]}`
      return STEPS[kind]?.(name) ?? 'アラートが変更されました。'
    },
    message: ({ recipient, channel, state }) =>
      `${recipient === null ? '登録外のアドレス' : `${recipient}さん`}宛ての${CHANNEL_WORDS.ja[channel]}${MESSAGE[state]}。`,
    untold: 'このアラートの通知は送信されていません。',
    firstSeen: (name, afterMs) => `${name}さんが最初に確認しました。発報から${length(afterMs)}後です。`,
    unseen: '作成時点で、アラートを確認した介護スタッフはいません。',
    verdict: (verdict) => VERDICT[verdict],
    neighbour: (activity, awayMs) =>
      `この${length(Math.abs(awayMs))}${awayMs < 0 ? '前' : '後'}に、同じカメラの別のアラート(${NAME[activity]})があります。`,
    noNeighbours: '前後10分間に、同じカメラのほかのアラートはありませんでした。',
    opening: (activity, place, at) =>
      `${date.format(new Date(at))} ${clock(at)}、${EVENT[activity]}。場所は${placeOf(place)}です。`,
    stillAfterFall: (forMs) => `その後、映像の終わりまでの${length(forMs)}間は動きがありませんでした。`,
    toDo: {
      clip: '保存する前に映像を確認してください。',
      resident: '利用者の状態を確認し、施設の転倒時の手順に従って対応してください。',
      answer: 'まだ誰も確認していません。アラートを確認してください。',
      judge: 'アラートの画面で、本当だったかどうかを回答してください。',
    },
  }
}

function placeOf({ location, cameraName, unitName }: Place): string {
  return `${location}(${[unitName && `ユニット ${unitName}`, `カメラ ${cameraName}`].filter(Boolean).join('、')})`
}

function length(ms: number): string {
  const { minutes, seconds } = lengthParts(ms)
  return [minutes > 0 && `${minutes}分`, (seconds > 0 || minutes === 0) && `${seconds}秒`].filter(Boolean).join('')
}
