// Runs with --sample, and intervals that must hold the true value.
#pragma once

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "unibank/folder.h"

inline nlohmann::json run_json(const Folder& folder, const std::string& arguments) {
  const Folder::Ended ended = folder.run("run " + arguments + " --json -");
  INFO(ended.err);
  REQUIRE(ended.status == 0);
  return nlohmann::json::parse(ended.out).at("runs").at(0);
}

inline void check_holds(const nlohmann::json& interval, double truth) {
  CHECK(interval.at("low").get<double>() <= truth);
  CHECK(interval.at("high").get<double>() >= truth);
}

