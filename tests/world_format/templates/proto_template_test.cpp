// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Templates: what statements write, what they may not do, and where their errors are.
#include "world_format/templates/proto_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

struct Run {
  Diagnostics diagnostics;
  SourcePtr source;
  Template text;
  std::optional<ExpandedTemplate> expanded;
  std::string output;

  Run(TemplateLanguage language, std::string body, const std::vector<TemplateField>& fields = {},
      std::uint64_t seed = 1, double cpu_limit = 1) {
    source = std::make_shared<Source>("test.proto", std::move(body));
    text = cut_template(*source, 0, std::uint32_t(source->text().size()), language, diagnostics);
    TemplateRunner runner;
    runner.cpu_limit = cpu_limit;
    expanded = runner.expand(text, field_literals(text, fields), TemplateContext{.world = "/w.wbt"}, seed, "expanded",
                             diagnostics);
    if (expanded) output = expanded->source()->text();
  }
  std::string rendered() const {
    std::string all;
    for (const Diagnostic& d : diagnostics.sorted()) all += render(d, false);
    return all;
  }
};

Run javascript(std::string body, const std::vector<TemplateField>& fields = {}, std::uint64_t seed = 1,
               double cpu_limit = 1) {
  return Run(TemplateLanguage::JavaScript, std::move(body), fields, seed, cpu_limit);
}
Run lua(std::string body, const std::vector<TemplateField>& fields = {}, std::uint64_t seed = 1) {
  return Run(TemplateLanguage::Lua, std::move(body), fields, seed);
}

}  // namespace

TEST_CASE("statements and expressions write text") {
  CHECK(javascript("a %< for (let i = 0; i < 3; ++i) { >%[%<= i * 0.1 >%]%< } >% b").output == "a [0][0.1][0.2] b");
  CHECK(lua("a %{ for i = 0, 2 do }%[%{= i * 0.5 }%]%{ end }% b").output == "a [0][0.5][1] b");
  // World files spell TRUE.
  CHECK(javascript("%<= 1 < 2 >%").output == "TRUE");
  CHECK(lua("%{= 1 > 2 }%").output == "FALSE");
  // In a string a boolean is what the languages themselves write of it.
  CHECK(javascript("name \"a %<= 1 < 2 >% b\" b %<= 1 < 2 >% # \"\n c %<= 'TRUE' >% \"%<= 'TRUE' >%\"").output ==
        "name \"a true b\" b TRUE # \"\n c TRUE \"TRUE\"");
  CHECK(lua("\"%{= 1 > 2 }%\" %{= 1 > 2 }%").output == "\"false\" FALSE");
  // A semicolon behind and a comment in an expression do no harm.
  CHECK(javascript("%<= 5; >%,%<= 6 // six\n >%").output == "5,6");
  CHECK(lua("%{= 5 -- five\n }%").output == "5");
  // Statements without braces around them, as the manual allows.
  CHECK(javascript("%< if (true) >%yes%< else >%no").output == "yes");
}

TEST_CASE("comments prevail over statements, strings do not") {
  CHECK(javascript("# %<= nonsense( >%\n\"#%<= 1 + 1 >%\"").output == "# %<= nonsense( >%\n\"#2\"");
}

TEST_CASE("fields arrive with their values and defaults") {
  Value size(Vec3{1, 2, 3}), default_size(Vec3{2, 2, 2}), names(MFString{"a\"b", "\\"}), none(MFString{}),
      null{NodePtr()};
  std::vector<TemplateField> fields = {
      {"size", &size, &default_size}, {"names", &names, &none}, {"physics", &null, &null}};
  CHECK(javascript("%<= fields.size.value.y + fields.size.defaultValue.x >% %<= fields.names.value[0] >% %<= "
                   "fields.physics.value === undefined >%",
                   fields)
            .output == "4 a\"b TRUE");
  CHECK(lua("%{= fields.size.value.y + fields.size.defaultValue.x }% %{= fields.names.value[2] }% %{= "
            "fields.physics.value == nil }% %{= #fields.names.value }%",
            fields)
            .output == "4 \\ TRUE 2");
  CHECK(javascript("%<= context.os >% %<= context.world >%").output == "linux /w.wbt");
}

// Manual, Procedural PROTO Nodes: "The VRML97 comment ("#") prevails over the JavaScript statements."
TEST_CASE("Comments of the file are none of the statements' text") {
  CHECK(javascript("%< const a = 4; # a comment 'of the file\n const b = '#5'; // don't # mind\n"
                   " const c = `#${a}`; /* # \" */ >%%<= a + b + c # + 1\n >%")
            .output == "4#5#4");
  CHECK(lua("%{ local t = {1, 2} }%%{= #t }%").output == "2");
}

TEST_CASE("which fields a template reads is known") {
  Diagnostics diagnostics;
  Source source("t", "%< let a = fields.one.value; >% %<= fields . two.defaultValue.fields.three.value >% fields.four");
  Template text =
      cut_template(source, 0, std::uint32_t(source.text().size()), TemplateLanguage::JavaScript, diagnostics);
  CHECK(text.fields_read == std::vector<std::string>{"one", "two"});
  CHECK(!text.reads_all_fields);
  CHECK(!text.varies);
  Source joined("t", "%{ local a = 'x'..fields.one.value..node.fields.two.value }% %{= {...fields.three.value} }%");
  text = cut_template(joined, 0, std::uint32_t(joined.text().size()), TemplateLanguage::Lua, diagnostics);
  CHECK(text.fields_read == std::vector<std::string>{"one", "three"});
  Source other("t", "%< for (const name in fields) { } wbrandom.seed(context.id); >%");
  text = cut_template(other, 0, std::uint32_t(other.text().size()), TemplateLanguage::JavaScript, diagnostics);
  CHECK(text.reads_all_fields);
  CHECK((text.reads_id && text.by_chance));
}

// As the manual's page on Lua in PROTOs uses them to draw a texture.
TEST_CASE("Lua templates look at themselves with debug and draw with gd") {
  const std::string draw =
      "%{ local gd = require('gd') local im = gd.createTrueColor(128, 128)"
      " local red = im:colorAllocate(255, 0, 0) im:filledRectangle(0, 0, 127, 127, red) gd.fontCacheSetup()"
      " im:stringFT(red, 'Arial', 20, 0, 5, 60, 'text') im:png('a.png') gd.fontCacheShutdown() }%";
  const Run drawn = lua(draw + "%{= 1 + 1 }%");
  CHECK(drawn.output == "2");
  CHECK(drawn.rendered().find("warning: gd draws no images here: `a.png` is not written") != std::string::npos);
  CHECK(lua("%{ local debug = require('debug') }%%{= type(debug.getinfo(1, 'S').source) }%").output == "string");
  CHECK(lua("%{= debug.getinfo(1, 'l').currentline }%").output == "1");
  CHECK(lua("%{= type(debug.traceback()) }%").output == "string");
  // Nothing that changes or leaves the sandbox.
  CHECK(lua("%{= debug.getinfo(1, 'f').func == nil }% %{= debug.getregistry == nil }%").output == "TRUE TRUE");
  CHECK(lua("%{= require('math').pi > 3 }%").output == "TRUE");
}

TEST_CASE("helper modules") {
  const std::string import =
      "%< import * as wbrotation from 'wbrotation.js'; import * as wbrandom from 'wbrandom.js'; import {add} from "
      "'wbvector3.js'; import * as wbgeometry from 'wbgeometry.js'; import * as wbutility from 'wbutility.js'; "
      "import * as wbvector2 from 'wbvector2.js'; >%";
  // A quarter turn about z takes x to y.
  CHECK(
      javascript(
          import +
          "%< const v = wbrotation.rotateVector3ByRotation({x: 0, y: 0, z: 2, a: Math.PI / 2}, {x: 1, y: 0, z: 0}); >%"
          "%<= v.x.toFixed(6) >% %<= v.y.toFixed(6) >% %<= v.z.toFixed(6) >%")
          .output == "0.000000 1.000000 0.000000");
  // Two quarter turns about x are a half turn; matrix and back at a half turn keeps the axis.
  CHECK(javascript(import +
                   "%< const q = {x: 1, y: 0, z: 0, a: Math.PI / 2}; const r = wbrotation.combine(q, q);"
                   "const b = wbrotation.fromMatrix3(wbrotation.toMatrix3({x: 0, y: 1, z: 0, a: Math.PI})); >%"
                   "%<= r.x.toFixed(3) >% %<= r.a.toFixed(6) >% %<= Math.abs(b.y).toFixed(6) >% %<= b.a.toFixed(6) >%")
            .output == "1.000 3.141593 1.000000 3.141593");
  // The generator's first numbers by its recurrence: s = (1140671485 s + 12820163) mod 2^24 from 1: 1153491648 mod 2^24
  // = 12640960.
  CHECK(javascript(import + "%< wbrandom.seed(1); >%%<= wbrandom.integer() >%").output == "12640960");
  CHECK(lua("%{ local r = require('wbrandom') r.seed(1) }%%{= r.integer() }%").output == "12640960");
  // Segments (0,0)-(2,2) and (0,2)-(2,0) meet at (1,1); parallel ones do not.
  CHECK(javascript(import +
                   "%< const p = wbvector2.intersection({x: 0, y: 0}, {x: 2, y: 2}, {x: 0, y: 2}, {x: 2, y: 0}); >%%<= "
                   "p.x >% %<= p.y >% "
                   "%<= wbvector2.intersection({x: 0, y: 0}, {x: 1, y: 0}, {x: 0, y: 1}, {x: 1, y: 1}) === null >%")
            .output == "1 1 TRUE");
  // A B-spline of points on a line stays on it; it begins at the first point and ends at the last.
  CHECK(javascript(
            import +
            "%< const c = wbgeometry.bSpline3([{x: 0, y: 0, z: 0}, {x: 1, y: 2, z: 3}, {x: 2, y: 4, z: 6}], 4); >%"
            "%<= c.length >% %<= c.every((p) => Math.abs(p.y - 2 * p.x) < 1e-12 && Math.abs(p.z - 3 * p.x) < 1e-12) >% "
            "%<= c[0].x >% %<= c[c.length - 1].x.toFixed(6) >%")
            .output == "9 TRUE 0 2.000000");
  CHECK(
      lua("%{ local g = require('wbgeometry') local c = g.bspline3D({{x=0,y=0,z=0},{x=1,y=2,z=3},{x=2,y=4,z=6}}, 4) }%"
          "%{= #c }% %{= string.format('%.6f', c[#c].x) }%")
          .output == "9 2.000000");
  CHECK(
      javascript(
          import +
          "%<= wbgeometry.isPoint2InPolygon({x: 1, y: 1}, [{x: 0, y: 0}, {x: 2, y: 0}, {x: 2, y: 2}, {x: 0, y: 2}]) >%")
          .output == "TRUE");
  CHECK(javascript(import + "%<= wbutility.degreesToRadians(180) === Math.PI >%").output == "TRUE");
  CHECK(javascript(import + "%< const a = add({x: 1, y: 2, z: 3}, {x: 1, y: 1, z: 1}); >%%<= a.z >%").output == "4");
  CHECK(lua("%{ local r = require('wbrotation') local v = r.rotatevector3byrotation({x=0,y=0,z=1,a=math.pi/2}, "
            "{x=1,y=0,z=0}) }%"
            "%{= string.format('%.6f', v.y) }%")
            .output == "1.000000");
  CHECK(lua("%{= require('wbfile').getpathwithoutfilename('/a b/c.proto') }%").output == "/a b/");
  // No length: a message, and the template goes on.
  for (const Run& none : {javascript(import + "%<= wbvector2.normalize({x: 0, y: 0}) === null >%"),
                          lua("%{= require('wbvector3').normalize({x = 0, y = 0, z = 0}) == nil }%")}) {
    CHECK(none.output == "TRUE");
    CHECK(none.diagnostics.errors() == 0);
    CHECK(none.rendered().find("normalize: the vector has no length") != std::string::npos);
  }
  Run run = javascript("%< import * as wbfoo from 'wbfoo.js'; >%");
  CHECK(run.rendered().find("there is no module 'wbfoo.js'; there are wbgeometry") != std::string::npos);
}

TEST_CASE("chance is a matter of the seed") {
  for (const char* text : {"%<= Math.random() >%", "%<= Date.now() >%", "%<= new Date().getTime() >%"}) {
    INFO(text);
    CHECK(javascript(text, {}, 7).output == javascript(text, {}, 7).output);
    CHECK(javascript(text, {}, 7).output != javascript(text, {}, 8).output);
  }
  CHECK(lua("%{= math.random() }%", {}, 7).output == lua("%{= math.random() }%", {}, 7).output);
  CHECK(lua("%{= math.random() }%", {}, 7).output != lua("%{= math.random() }%", {}, 8).output);
  // 86,400 s are the second of January 1970, 0:00 UTC. The clock is that of os.time.
  CHECK(lua("%{= os.date('%Y-%m-%d %H:%M', 86400) }%").output == "1970-01-02 00:00");
  CHECK(lua("%{= os.date('%c') == os.date('!%c', os.time()) }%", {}, 7).output == "TRUE");
  CHECK(lua("%{ math.randomseed(3) local a = math.random() math.randomseed(3) }%%{= a == math.random() }%").output ==
        "TRUE");
}

TEST_CASE("runs leave nothing behind for the next one") {
  Diagnostics diagnostics;
  TemplateRunner runner;
  for (auto [language, text] :
       {std::pair{TemplateLanguage::JavaScript,
                  "%<= typeof globalThis.left >%%< globalThis.left = 1; Array.prototype.x = 1; >%"},
        std::pair{TemplateLanguage::Lua, "%{= type(left) }%%{ left = 1 }%"}}) {
    Source source("t", text);
    Template cut = cut_template(source, 0, std::uint32_t(source.text().size()), language, diagnostics);
    for (int i = 0; i < 2; ++i) {
      auto expanded = runner.expand(cut, field_literals(cut, {}), {}, 1, "e", diagnostics);
      REQUIRE(expanded);
      CHECK(expanded->source()->text() == (language == TemplateLanguage::Lua ? "nil" : "undefined"));
    }
  }
}

TEST_CASE("an error is at the template's line") {
  Run run = javascript("Solid {\n  %< let a = 1; >%\n  name \"x\"\n  %<\n    let b = 2;\n    missing(b);\n  >%\n}\n");
  INFO(run.rendered());
  REQUIRE(!run.expanded);
  CHECK(run.rendered().find("test.proto:6:5: error: JavaScript: ReferenceError: missing is not defined") !=
        std::string::npos);
  Run syntax = javascript("a\nb %<= 1 + >%\n");
  CHECK(syntax.rendered().find("test.proto:2:") != std::string::npos);
  Run in_lua = lua("Solid {\n  %{ local a = 1 }%\n  name \"x\"\n  %{\n    local b = 2\n    missing(b)\n  }%\n}\n");
  INFO(in_lua.rendered());
  CHECK(in_lua.rendered().find("test.proto:6:") != std::string::npos);
  Run in_module = javascript("\n\n%< import * as v from 'wbvector3.js';\nv.normalize(null); >%");
  INFO(in_module.rendered());
  CHECK(in_module.rendered().find("test.proto:4:") != std::string::npos);
  CHECK(javascript("a %< b").rendered().find("test.proto:1:3: error: this template statement has no >%") !=
        std::string::npos);
}

TEST_CASE("an expanded place leads back to the template") {
  Run run = javascript("one %< for (let i = 0; i < 2; ++i) { >%two%< } >% %<= 'three' >%");
  REQUIRE(run.output == "one twotwo three");
  auto origin = [&](const char* word, std::size_t from = 0) {
    auto at = std::uint32_t(run.output.find(word, from));
    return run.expanded->origin({run.expanded->source().get(), at, at + 3});
  };
  CHECK(origin("one").begin == 0);
  CHECK(origin("two").text() == "two");
  CHECK(origin("two", 6).text() == "two");
  CHECK(origin("thr").text() == " 'three' ");
}

TEST_CASE("what a template prints is reported") {
  Run run = javascript("%< console.log('hello', 5, {a: 1}); console.error('beware'); >%");
  REQUIRE(run.diagnostics.all().size() == 2);
  CHECK(run.diagnostics.all()[0].message == "hello 5 {\"a\":1}");
  CHECK(run.diagnostics.all()[0].severity == Severity::Note);
  const std::string printed = render(run.diagnostics.all()[0], false);
  CHECK(std::ranges::count(printed, '\n') == 1);
  CHECK(printed.find("hello 5 {\"a\":1}") != std::string::npos);
  CHECK(run.diagnostics.all()[1].severity == Severity::Warning);
  Run in_lua = lua("%{ print('hello', 5) }%");
  REQUIRE(in_lua.diagnostics.all().size() == 1);
  CHECK(in_lua.diagnostics.all()[0].message == "hello\t5");
}

TEST_CASE("templates are shut in") {
  for (const char* text : {"%< wbfile.readTextFile('/etc/passwd'); >%", "%< require('fs'); >%",
                           "%< new SharedArrayBuffer(8); >%", "%< let f = () => f(); f(); >%"}) {
    INFO(text);
    Run run = javascript(text);
    CHECK(!run.expanded);
    CHECK(run.diagnostics.errors() == 1);
  }
  for (const char* text :
       {"%{ io.lines('/etc/passwd') }%", "%{ os.execute('true') }%", "%{ dofile('/etc/passwd') }%",
        "%{ require('socket') }%", "%{ setmetatable({}, {__gc = function() end}) }%", "%{ string.dump(print) }%",
        "%{ local f f = function() return 1 + f() end f() }%", "%{ load('\\27Lua')() }%"}) {
    INFO(text);
    Run run = lua(text);
    CHECK(!run.expanded);
    CHECK(run.diagnostics.errors() == 1);
  }
  CHECK(lua("%{= io.open('/etc/passwd') == nil }%").output == "TRUE");
}

TEST_CASE("templates that do not end or grow without end are stopped") {
  for (const char* text : {"%{ while true do end }%", "%{ while true do pcall(function() while true do end end) end }%",
                           "%{ local t = {} while true do t[#t + 1] = string.rep('x', 1000000) .. #t end }%",
                           "%{ while true do }%some text %{ end }%"}) {
    INFO(text);
    Run run = lua(text);
    CHECK(!run.expanded);
    CHECK(run.diagnostics.errors() == 1);
  }
  for (const char* text : {"%< const t = []; while (true) t.push(new Array(1000).fill(t.length)); >%",
                           "%< while (true) { >%some text %< } >%", "%< while (true) ; >%",
                           "%< for (;;) { try { for (;;) ; } catch (e) { } } >%"}) {
    INFO(text);
    Run run = javascript(text);
    CHECK(!run.expanded);
    CHECK(run.diagnostics.errors() == 1);
  }
}

TEST_CASE("old Lua's names and numbers work") {
  CHECK(lua("%{= table.getn({1, 2, 3}) }% %{= math.pow(2, 3) }% %{= unpack({7}) }% %{= 4 / 2 }% %{= tostring(6 / 2) }%")
            .output == "3 8 7 2 3");
}

TEST_CASE("JavaScript keeps its promises, and says which it does not") {
  const Run kept = javascript(R"(%< const later = async (v) => { await null; return v + 1; };
    let seen = 0;
    Promise.resolve(3).then(v => { seen = v; });
    const four = await later(3); >%%<= seen >% %<= four >%)");
  INFO(kept.rendered());
  CHECK(kept.output == "3 4");
  CHECK(javascript("%< await Promise.reject(new Error('not today')); >%").rendered().find("not today") !=
        std::string::npos);
  CHECK(javascript("%< await new Promise(() => {}); >%").rendered().find("nobody keeps") != std::string::npos);
  CHECK(javascript("%< const again = () => Promise.resolve().then(again); again(); >%")
            .rendered()
            .find("runs too long") != std::string::npos);
  // A template that fails leaves nothing to the next.
  CHECK(javascript("%<= 1 + 1 >%").output == "2");
}

TEST_CASE("JavaScript has no more memory than it is given") {
  // To touch half a gigabyte takes a loaded machine longer than the second that the other templates are given.
  const auto run = [](const char* body) { return javascript(body, {}, 1, 60); };
  const Run arrays = run("%< const all = []; while (true) all.push(new Uint8Array(1 << 24).fill(1)); >%");
  INFO(arrays.rendered());
  CHECK(arrays.rendered().find("takes too much memory") != std::string::npos);
  const Run texts = run("%< let all = []; while (true) all.push(('x' + all.length).repeat(1 << 20).split('')); >%");
  INFO(texts.rendered());
  CHECK(texts.rendered().find("memory") != std::string::npos);
}

TEST_CASE("Lua's loops in C end too, and so does what is done in coroutines") {
  const char* loop = GENERATE("table.move({}, 1, math.maxinteger - 1, 2)", "string.rep('', math.maxinteger)",
                              "string.find(string.rep('a', 1000000), string.rep('a-', 50) .. 'b')",
                              "table.insert(setmetatable({}, {__len = function() return 1 << 60 end}), 1, 0)",
                              "while true do coroutine.wrap(function() for i = 1, 900 do local x = i end end)() end",
                              "while true do pcall(string.rep, '', math.maxinteger) end");
  CAPTURE(loop);
  const Run run = lua(fmt::format("%{{ {} }}%", loop));
  INFO(run.rendered());
  CHECK_FALSE(run.expanded);
  CHECK(run.rendered().find("runs too long") != std::string::npos);
  CHECK(lua("%{= 1 + 1 }%").output == "2");
}

TEST_CASE("what a template says is cut to what a person reads") {
  for (const Run& run :
       {javascript("%< throw 'x'.repeat(5000000); >%"), lua("%{ error(string.rep('x', 5000000)) }%")}) {
    CHECK_FALSE(run.expanded);
    CHECK(run.diagnostics.sorted().front().message.size() < 3000);
    CHECK(run.diagnostics.sorted().front().message.find("bytes)") != std::string::npos);
  }
}

// Lua seeds its hashes with addresses and the time: a table of that many texts has each order about never by chance.
TEST_CASE("what a Lua template writes depends on no address and no hash") {
  const std::string table =
      "%{ local t = {} for i = 1, 20 do t['k' .. i * 7919 % 100] = i end t[3] = 0 t[2.5] = 0 t[true] = 0 ";
  // 7919 i mod 100: 19, 38, 57, 76, 95, 14, 33, 52, 71, 90, 9, 28, 47, 66, 85, 4, 23, 42, 61, 80; as texts in order.
  const std::string in_order =
      "2.5 3 k14 k19 k23 k28 k33 k38 k4 k42 k47 k52 k57 k61 k66 k71 k76 k80 k85 k9 k90 k95 true ";
  CHECK(lua(table + "for k in pairs(t) do }%%{= tostring(k) }% %{ end }%").output == in_order);
  CHECK(lua(table + "for k in next, t do }%%{= tostring(k) }% %{ end }%").output == in_order);
  CHECK(lua(table + "local k = next(t) while k do }%%{= tostring(k) }% %{ k = next(t, k) end }%").output == in_order);
  // What is taken out on the way is not met again.
  CHECK(lua("%{ local t = {1, 2, 3} for k in pairs(t) do t[2] = nil }%%{= k }%%{ end }%").output == "13");
  CHECK(lua("%{= next({}) == nil }%").output == "TRUE");
  CHECK(lua("%{ local a, b = {}, {} }%%{= tostring(b) }% %{= a }% %{= tostring(b) }% %{= string.format('%s', a) }%")
            .output == "table: 0x00000001 table: 0x00000002 table: 0x00000001 table: 0x00000002");
  CHECK(lua("%{= string.format('%5.1f|%d|%s', 1.25, 3, 'x') }%").output == "  1.2|3|x");
  CHECK(lua("%{ local t = setmetatable({}, {__tostring = function() return 'own' end}) }%%{= t }%%{= tostring(t) }%")
            .output == "ownown");
  CHECK(lua("%{ error({}) }%").rendered().find("Lua: table: 0x00000001") != std::string::npos);
}
