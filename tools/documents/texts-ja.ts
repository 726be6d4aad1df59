// The words of the site itself in Japanese: its buttons and its search.

export const JAPANESE_TEXTS = {
  outline: { level: [2, 3], label: 'このページの内容' },
  docFooter: { prev: '前のページ', next: '次のページ' },
  darkModeSwitchLabel: '画面の色',
  lightModeSwitchTitle: '明るい画面にする',
  darkModeSwitchTitle: '暗い画面にする',
  sidebarMenuLabel: 'メニュー',
  returnToTopLabel: '先頭に戻る',
  langMenuLabel: '言語を変える',
  skipToContentLabel: '本文へ移動',
  notFound: {
    title: 'ページが見つかりません',
    quote: '移動したか、アドレスが違っています。',
    linkLabel: 'はじめに戻る',
    linkText: 'はじめに戻る',
  },
}

export const JAPANESE_SEARCH = {
  button: { buttonText: '検索', buttonAriaLabel: '検索' },
  modal: {
    displayDetails: '本文も表示',
    resetButtonTitle: '検索語を消す',
    backButtonTitle: '検索を閉じる',
    noResultsText: '見つかりませんでした：',
    footer: {
      selectText: '開く',
      selectKeyAriaLabel: 'Enterキー',
      navigateText: '選ぶ',
      navigateUpKeyAriaLabel: '上矢印キー',
      navigateDownKeyAriaLabel: '下矢印キー',
      closeText: '閉じる',
      closeKeyAriaLabel: 'Escキー',
    },
  },
}
