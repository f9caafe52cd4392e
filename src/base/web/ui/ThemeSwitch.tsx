import { Coffee, Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, type ThemeChoice, themeChoices, themeLabel, useTheme } from '#base/web/theme.ts'
import { IconButton } from './IconButton.tsx'
import { Menu, MenuChoices } from './Menu.tsx'

const icons: Record<ThemeChoice, typeof Sun> = { light: Sun, dark: Moon, sepia: Coffee, system: Monitor }

/** The theme of the whole app: Light, Dark, Sepia or System. */
export function ThemeSwitch() {
  const choice = useTheme()
  const Icon = icons[choice]
  return (
    <Menu
      trigger={
        <IconButton label={`Theme: ${themeLabel[choice]}`}>
          <Icon aria-hidden />
        </IconButton>
      }
    >
      <MenuChoices
        label="Theme"
        value={choice}
        onChange={chooseTheme}
        options={themeChoices.map((value) => {
          const Each = icons[value]
          return { value, label: themeLabel[value], icon: <Each aria-hidden /> }
        })}
      />
    </Menu>
  )
}
