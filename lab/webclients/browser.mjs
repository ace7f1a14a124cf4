// The stories of a chat in a browser, with the React hook of the AI SDK on a page of another site.
//
//	node browser.mjs CHROMIUM PAGE URL STORY
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { cut, hold, release } from "./gate.mjs";

const [executablePath, site, url, story] = process.argv.slice(2);
const plan = "Two of us from Boston to Lisbon on June 3, back June 10, with a hotel";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await (await browser.newContext()).newPage();
page.setDefaultTimeout(30_000);
const wrong = [];
page.on("pageerror", (e) => wrong.push(String(e)));

const open = (id = crypto.randomUUID()) => page.goto(`${site}/?server=${encodeURIComponent(url)}#${id}`);
const reached = (trip) => page.waitForSelector(`main[data-status=ready][data-trip="${trip}"]`);
const said = () => page.$$eval("section[data-role=assistant] .said", (list) => list.map((p) => p.textContent));

async function say(text) {
  await page.getByLabel("Message").fill(text);
  await page.getByLabel("Message").press("Enter");
}

// once checks that nothing is on the page twice.
async function once() {
  const list = await said();
  assert.equal(new Set(list).size, list.length, "a text is there twice:\n" + list.join("\n"));
  assert.equal(await page.locator("section[data-role=user]").filter({ hasText: plan }).count(), 1);
}

const stories = {
  async booking() {
    await open();
    await say(plan);
    await reached("quote/presenting_options");
    assert.ok((await page.locator(".choice").count()) > 1);
    await page.locator(".choice").first().click();
    await reached("quote/risk_checked");
    await page.getByRole("button", { name: "Yes", exact: false }).first().click();
    await reached("book/holds_placed");
    await page.locator("#approve").click();
    await reached("completed/booked");
    assert.match((await said()).at(-1), /booked/);
    assert.equal(await page.locator("[data-tool=booking_confirm_and_purchase][data-state=output-available]").count(), 1);
    await once();
  },

  // The page is loaded anew in mid-turn.
  async reload() {
    await hold(url, "hotel_quote_search");
    await open();
    await say(plan);
    await page.waitForSelector("main[data-status=streaming] section[data-role=assistant] .said");
    await page.reload();
    await page.waitForSelector("main[data-status=streaming]");
    await release(url);
    await reached("quote/presenting_options");
    await once();
  },

  // The connection is lost in mid-turn.
  async lost() {
    await hold(url, "hotel_quote_search");
    await open();
    await say(plan);
    await page.waitForSelector("main[data-status=streaming] section[data-role=assistant] .said");
    await cut(url);
    await page.locator("#reconnect").click();
    await page.waitForSelector("main[data-status=streaming]");
    await release(url);
    await reached("quote/presenting_options");
    await once();
  },
};

try {
  await stories[story]();
  assert.deepEqual(wrong, []);
} catch (e) {
  console.error(await page.content());
  throw e;
} finally {
  await browser.close();
}
