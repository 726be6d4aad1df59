/** Every story of `ui/` and `shared/`, each state in a frame with its name. A state that crashes leaves the others. */
import '#ui/layout/style/tip.css'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { Component, type ReactNode, useMemo, useState } from 'react'
import type { Say, Stories } from '#lib/story.tsx'
import { DirectionStyles } from '../theme/direction-styles.tsx'
import { makeTheme } from '../theme/theme.ts'
import css from './story-list.module.css'

const FILES = import.meta.glob<{ stories: Stories }>('../../{ui,shared}/**/*.gallery.tsx', { eager: true })

export function StoryList({ language }: { language: string }) {
  const [cache] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  const theme = useMemo(() => makeTheme('ltr'), [])
  const router = useMemo(() => storyRouter(language), [language])
  return (
    <DirectionStyles direction="ltr">
      <ThemeProvider theme={theme}>
        <QueryClientProvider client={cache}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </ThemeProvider>
    </DirectionStyles>
  )
}

/** Links of stories are drawn, and lead to the gallery itself. */
function storyRouter(language: string) {
  const say: Say = (english, japanese) => (language === 'ja' ? japanese : english)
  const list = () => <AllStories say={say} />
  const routeTree = createRootRoute({ component: list, notFoundComponent: list })
  const history: RouterHistory = createMemoryHistory()
  return createRouter({ routeTree, history })
}

function AllStories({ say }: { say: Say }) {
  return (
    <main className={css.list}>
      {Object.values(FILES).flatMap(({ stories }) =>
        Object.entries(stories).map(([part, states]) => (
          <section key={part} className={css.part} id={part}>
            <h2>{part}</h2>
            {Object.entries(states).map(([state, draw]) => (
              <figure key={state} className={css.state}>
                <figcaption>{state}</figcaption>
                <Fence>
                  <Drawn draw={draw} say={say} />
                </Fence>
              </figure>
            ))}
          </section>
        )),
      )}
    </main>
  )
}

function Drawn({ draw, say }: { draw: (say: Say) => ReactNode; say: Say }) {
  return draw(say)
}

class Fence extends Component<{ children: ReactNode }, { error: string | null }> {
  override state = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error: String(error) }
  }
  override render() {
    return this.state.error ? <pre data-crashed>{this.state.error}</pre> : this.props.children
  }
}
