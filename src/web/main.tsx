import { render } from 'preact'
import './styles/tokens.css'
import './styles/components.css'
import './styles/page.css'
import './styles/find.css'
import './styles/keys.css'
import './styles/strip.css'
import './styles/usage.css'
import './styles/tasks.css'
import './styles/feed-list.css'
import { exchangeToken } from './api/session.ts'
import { App } from './app.tsx'

const root = document.getElementById('app')
if (root) exchangeToken().then(() => render(<App />, root))
