// The agent of LangGraph.js: createAgent of langchain, with a model that says what the conversation says.
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk } from "@langchain/core/messages";
import { ChatGenerationChunk } from "@langchain/core/outputs";
import { tool } from "@langchain/core/tools";
import { interrupt } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { purchase, reply, run, tools } from "./script.mjs";

class Mock extends BaseChatModel {
  _llmType() {
    return "mock";
  }

  bindTools() {
    return this;
  }

  next(messages) {
    const last = messages.findLastIndex((m) => m.type === "human");
    const people = messages.filter((m) => m.type === "human").length;
    const said = reply(people, messages.slice(last + 1).filter((m) => m.type === "ai").length);
    const calls = said.calls.map(({ id, name, args }, index) => ({ id, name, args: JSON.stringify(args), index, type: "tool_call_chunk" }));
    const message = new AIMessageChunk({ content: said.text, tool_call_chunks: calls });
    return new ChatGenerationChunk({ text: said.text, message });
  }

  async _generate(messages) {
    return { generations: [this.next(messages)] };
  }

  async *_streamResponseChunks(messages, _options, manager) {
    const chunk = this.next(messages);
    yield chunk;
    await manager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
  }
}

function mockTool(name) {
  const work = async (_args, config) => {
    if (name === purchase && interrupt({ question: "approve?" }) !== true) return "declined";
    return JSON.stringify(await run(name, config.toolCall.id));
  };
  return tool(work, { name, description: name, schema: { type: "object", properties: {}, additionalProperties: true } });
}

export const makeAgent = (options) => createAgent({ model: new Mock({}), tools: tools.map(mockTool), ...options }).graph;

export const graph = makeAgent({}); // the development server adds its own checkpointer
