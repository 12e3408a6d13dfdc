import { Component, type ReactNode } from 'react'
import { text } from '../texts/index.ts'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'

interface State {
  error?: Error
}

/**
 * An error on one screen leaves the others alive. A piece of the page that cannot be loaded any
 * more, because the server was upgraded, is loaded again with the page.
 */
export class ScreenBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {}

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children
    return (
      <div className="empty" role="alert">
        <Icon name="alert" />
        <h1 className="empty-title">{text('broken.title')}</h1>
        <p className="muted">{text('broken.text')}</p>
        <p className="muted value">{this.state.error.message}</p>
        <Button icon="refresh" onClick={() => location.reload()}>
          {text('broken.reload')}
        </Button>
      </div>
    )
  }
}
