"""Seen in the sun, on a small phone, by keyboard and with a screen reader."""

import unittest

from pagecase import PageCase

# The contrast of every text with what is behind it (WCAG 2.2, 1.4.3), as [ratio, text] pairs.
CONTRASTS = """
const parse = (text) => {
  const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
  return {rgb: [r, g, b], a};
};
const luminance = (rgb) => {
  const [r, g, b] = rgb.map((c) => c / 255).map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = (element) => {
  for (let e = element; e; e = e.parentElement) {
    const colour = parse(getComputedStyle(e).backgroundColor);
    if (colour.a === 1) return colour.rgb;
  }
  return [255, 255, 255];
};
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest('option')) continue;
  const style = getComputedStyle(element);
  const isDrawn = element instanceof SVGElement;
  const ink = luminance(parse(isDrawn ? style.fill : style.color).rgb);
  const ground = luminance(behind(element));
  const ratio = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
  found.push([Math.round(ratio * 100) / 100, walker.currentNode.data.trim().slice(0, 40), parseFloat(style.fontSize)]);
}
return found;
"""

# What can be used now: [name, width, height].
CONTROLS = """
return [...document.querySelectorAll('button, a.button, select, input')]
  .filter((element) => element.checkVisibility() && !element.disabled)
  .map((element) => {
    const box = (element.type === 'checkbox' ? element.closest('label') : element).getBoundingClientRect();
    return [element.id || element.getAttribute('aria-label'), box.width, box.height];
  });
"""

FOCUSED = """
const element = document.activeElement;
const style = getComputedStyle(element);
return [element.id || element.getAttribute('aria-label') || element.className || element.tagName,
  parseFloat(style.outlineWidth), style.outlineStyle];
"""

TAB = "\ue004"


def problem(severity="warning"):
    return {"id": "x", "subject": None, "severity": severity, "since": "2026-07-04T14:10:00Z",
            "message": "the clock is off", "fix": "set it"}


class LayoutTests(PageCase):
    """Sizes, colours and widths."""

    def test_nothing_is_wider_than_a_small_phone(self):
        long = "x" * 400
        self.document["sources"][0].update(name=long, note=long, remedy=long, errors={long: 10 ** 15})
        self.document["fix"].update(mean_sea_altitude_m=-99999, ground_speed_m_per_s=9999)
        self.document["sync"].update(line=long, server=long, messages=[long])
        self.document["last_flight"].update(filename=long, pilot=long)
        self.document["problems"] = [dict(problem(), message=long, fix=long)]
        self.browser.size(360, 800, mobile=True)
        self.open()
        self.await_flights()
        for state in ["recording", "waiting-for-fix", "finishing", "somethingverylongthatiscut"]:
            self.send(state=state)
            self.await_word({"waiting-for-fix": "WAITING FOR FIX"}.get(state, state.upper()[:20]))
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 360, state)

    def await_flights(self):
        self.browser.wait("return document.getElementById('flight-rows').children.length === 1")

    def test_every_text_stands_out(self):
        tones = [("recording", 0, []), ("armed", 0, []), ("recording", 1, [problem()]),
                 ("recording", 2, [problem("critical")])]
        for scheme in ["light", "dark"]:
            self.browser.prefer(scheme)
            for state, code, problems in tones:
                self.send(state=state, exit_code=code, problems=problems)
                self.open(state.upper())
                self.await_flights()
                self.check_contrasts(f"{scheme}, {state}, {code}")
            self.stub.fall_silent()
            self.browser.advance(6)
            self.await_text("freshness", "LATE")
            self.check_contrasts(f"{scheme}, late")
            self.browser.advance(60)
            self.await_word("LOST")
            self.check_contrasts(f"{scheme}, lost")

    def check_contrasts(self, case):
        found = self.browser.run(CONTRASTS)
        self.assertGreater(len(found), 60)
        weak = [entry for entry in found if entry[0] < 7]
        self.assertEqual(weak, [], case)

    def test_the_theme_can_be_chosen_against_the_system(self):
        ground = "return getComputedStyle(document.body).backgroundColor"
        self.browser.prefer("dark")
        self.open()
        self.assertEqual(self.browser.run(ground), "rgb(0, 0, 0)")
        self.browser.run("const s = document.getElementById('choose-theme'); s.value = 'light';"
                         "s.dispatchEvent(new Event('change'))")
        self.assertEqual(self.browser.run(ground), "rgb(255, 255, 255)")
        self.open()
        self.browser.wait(ground + " === 'rgb(255, 255, 255)'")

    def test_letters_and_targets_are_large(self):
        self.document["problems"] = [problem()]
        for width in [360, 1280]:
            self.browser.size(width, 800)
            self.open()
            self.await_flights()
            sizes = {entry[1]: entry[2] for entry in self.browser.run(CONTRASTS)}
            drawn = {"N", "no map data"}
            small = {text for text, size in sizes.items() if size < 18}
            self.assertTrue(all(text in drawn or text[0].isdigit() for text in small), small)
            state = "return parseFloat(getComputedStyle(document.getElementById('state-word')).fontSize)"
            self.assertGreaterEqual(self.browser.run(state), 40)
            for name, wide, high in self.browser.run(CONTROLS):
                self.assertGreaterEqual(min(wide, high), 47.9, name)

    def test_one_of_the_digits_can_be_had_alone(self):
        self.browser.size(360, 800, mobile=True)
        self.document["fix"]["mean_sea_altitude_m"] = 12345
        self.open()
        self.browser.click("altitude-large")
        shown = "return ['altitude', 'speed', 'sources-title', 'state-word']" \
            ".map(id => document.getElementById(id).checkVisibility())"
        self.assertEqual(self.browser.run(shown), [True, False, False, True])
        size = self.browser.run("return parseFloat(getComputedStyle(document.getElementById('altitude')).fontSize)")
        self.assertGreater(size, 60)
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 360)
        self.browser.click("altitude-large")
        self.assertEqual(self.browser.run(shown), [True, True, True, True])

    def test_pictures_are_drawn_and_described(self):
        self.open()
        self.browser.wait("return document.querySelector('#track polyline.track')")
        self.assertTrue(self.browser.run("return document.querySelectorAll('#barogram polyline').length >= 2"))
        self.assertIn("no map data", self.browser.run("return document.getElementById('track').textContent"))
        self.assertRegex(self.browser.run("return document.getElementById('track').getAttribute('aria-label')"),
                         r"Track: \d+ km from west to east")
        self.assertRegex(self.browser.run("return document.getElementById('barogram').getAttribute('aria-label')"),
                         r"Barogram: from \d+ to .*\d+ m\.")

    def test_a_track_breaks_where_nothing_was_received(self):
        del self.stub.track["points"][100:150]
        self.open()
        self.browser.wait("return document.querySelectorAll('#track polyline.track').length === 2")


class AccessTests(PageCase):
    """Without a mouse, and without seeing it."""

    def test_every_control_is_reached_by_keyboard_and_shows_it(self):
        self.open()
        self.browser.wait("return document.getElementById('flight-rows').children.length === 1")
        wanted = {entry[0] for entry in self.browser.run(CONTROLS)}
        self.assertLessEqual({"stop", "mark", "choose-altitude", "choose-theme", "token-enter"}, wanted)
        seen = set()
        for _ in range(40):
            self.browser.press(TAB)
            name, width, style = self.browser.run(FOCUSED)
            if name == "BODY":
                break
            seen.add(name)
            self.assertTrue(width >= 3 and style != "none", f"{name} shows no focus")
        self.assertEqual(wanted - seen, set())

    def test_the_focus_stays_where_buttons_change(self):
        self.open()
        self.browser.run("document.getElementById('stop').focus()")
        self.send(state="armed", recording=None)
        self.await_word("ARMED")
        self.assertEqual(self.browser.run("return document.activeElement.id"), "start")

    def test_everything_has_a_name_for_a_screen_reader(self):
        self.document["problems"] = [problem()]
        self.open()
        self.browser.wait("return document.getElementById('flight-rows').children.length === 1")
        nodes = self.browser.devtools("Accessibility.getFullAXTree")["nodes"]
        nodes = [(node["role"]["value"], node.get("name", {}).get("value", ""))
                 for node in nodes if not node["ignored"]]
        named = {"button", "link", "combobox", "checkbox", "image", "img", "region", "table", "textbox", "group"}
        self.assertEqual([node for node in nodes if node[0] in named and not node[1]], [])
        roles = {role for role, _ in nodes}
        self.assertLessEqual({"banner", "main", "contentinfo", "table", "columnheader", "rowheader",
                              "heading", "region", "status"}, roles)
        self.assertIn(("region", "RECORDING"), nodes)

    def test_only_a_change_of_state_is_spoken(self):
        self.open()
        self.browser.run("""
            window.spoken = [];
            for (const region of document.querySelectorAll('[aria-live=polite], [role=status]'))
              new MutationObserver(() => window.spoken.push(region.textContent))
                .observe(region, {childList: true, characterData: true, subtree: true});""")
        for altitude in [1300, 1400, 1500]:
            self.document["fix"]["mean_sea_altitude_m"] = altitude
            self.send()
            self.await_text("altitude", f"1\u202f{altitude - 1000}")
        self.send(state="landed")
        self.await_word("LANDED")
        self.browser.wait("return window.spoken.length > 0")
        self.assertEqual(self.browser.run("return window.spoken"), ["LANDED"])


if __name__ == "__main__":
    unittest.main()
